"""Random programs of the engine's language: legal by their kinds, and never beyond the numbers that it has.

An expression of numbers is made with the largest size that it can come to. Variables of numbers stay below `KEPT` in
size, since whatever is assigned to them is brought back; words and truths need no such care.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

KEPT = 1 << 20
MOST = 1 << 62
WORD = "18446744073709551615"
LOOPS = 2
"""How many loops may stand in each other."""

Scope = dict[str, str]
"""The kinds of the variables that have a value: n, w or t."""


class Programs:
    """A source of programs, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.helpers: list[tuple[str, str, str]] = []
        """The functions so far: name, kinds of the parameters, kind of the answer."""
        self._count = 0

    def program(self) -> tuple[str, str]:
        """The parameters' kinds and the text of a program; its last function takes numbers and words."""
        self.helpers, texts = [], []
        for _ in range(self.random.randrange(4)):
            texts.append(self.function(self.name("help"), self.some("nwt", 1, 3), self.any("nwt")))
        given = self.some("nw", 2, 4)
        texts.append(self.function("last", given, self.any("nwt"), entry=True))
        return given, "\n".join(texts)

    # Choices

    def any(self, choices: Sequence[str]) -> str:
        return self.random.choice(choices)

    def some(self, choices: str, least: int, most: int) -> str:
        return "".join(self.random.choices(choices, k=self.random.randint(least, most)))

    def name(self, hint: str) -> str:
        self._count += 1
        return f"{hint}{self._count}"

    # Functions and statements

    def function(self, name: str, given: str, answer: str, entry: bool = False) -> str:
        names = [self.name(kind) for kind in given]
        scope = dict(zip(names, given, strict=True))
        lines = [f"def {name}({', '.join(names)}):"]
        if not entry:
            mark = self.any(["", "", "@apart\n", "@where('melds', other=True)\n" if answer == "t" else ""])
            lines[0] = mark + lines[0]
        else:
            # Numbers of any size come from outside; they are kept as variables are.
            lines += [f"    {one} = {self.kept(one)}" for one, kind in scope.items() if kind == "n"]
            words = {one: f"{one}w" for one, kind in scope.items() if kind == "w"}
            lines += [f"    {new} = word({old})" for old, new in words.items()]
            scope = {words.get(one, one): kind for one, kind in scope.items()}
        for kind in "nwt":
            new = self.name(kind)
            lines.append(f"    {new} = {self.of(kind, scope, 1)}")
            scope[new] = kind
        lines += self.block(scope, answer, 1, 0, self.random.randint(1, 5))
        lines.append(f"    return {self.of(answer, scope, 3)}")
        if not entry:
            self.helpers.append((name, given, answer))
        return "\n".join(lines) + "\n"

    def block(self, scope: Scope, answer: str, depth: int, loops: int, size: int) -> list[str]:
        """Some statements; what they set first is known in them only."""
        scope = dict(scope)
        lines: list[str] = []
        for _ in range(size):
            lines += self.statement(scope, answer, depth, loops)
        return lines

    def within(self, scope: Scope, answer: str, depth: int, loops: int) -> list[str]:
        lines = self.block(scope, answer, depth + 1, loops, self.random.randint(1, 3))
        if loops and self.random.random() < 0.3:
            lines.append("    " * (depth + 1) + self.any(["break", "continue", f"return {self.of(answer, scope, 2)}"]))
        return lines

    def statement(self, scope: Scope, answer: str, depth: int, loops: int) -> list[str]:
        space = "    " * depth
        what = self.any(["set", "set", "new", "more", "swap", "if", "range", "tuple", "while", "leave"])
        kind = self.any("nwt")
        if (what in ("range", "tuple", "while") and loops == LOOPS) or (what == "if" and depth > 4):
            what = "set"
        if what == "new":
            name = self.name(kind)
            lines = [f"{space}{name} = {self.of(kind, scope, 3)}"]
            scope[name] = kind
            return lines
        if what == "swap":
            a, b = self.known(kind, scope), self.known(kind, scope)
            return [f"{space}{a}, {b} = {b}, {self.of(kind, scope, 2)}"] if a != b else [f"{space}pass"]
        if what == "more":
            return self.more(kind, scope, space)
        if what == "leave":
            return [f"{space}if {self.test(scope, 3)}:", f"{space}    return {self.of(answer, scope, 2)}"]
        if what == "if":
            lines = [f"{space}if {self.test(scope, 3)}:", *self.within(scope, answer, depth, loops)]
            if self.random.random() < 0.3:
                lines += [f"{space}elif {self.test(scope, 2)}:", *self.within(scope, answer, depth, loops)]
            if self.random.random() < 0.5:
                lines += [f"{space}else:", *self.within(scope, answer, depth, loops)]
            return lines
        if what == "range":
            name, step = self.name("k"), self.any(["1", "2", "-1", "-3"])
            ends = [f"{self.of('n', scope, 1)} % 5 - 1", f"{self.of('n', scope, 1)} % 6", step]
            inner = self.within({**scope, name: "n"}, answer, depth, loops + 1)
            return [f"{space}for {name} in range({', '.join(ends[: self.random.randint(2, 3)])}):", *inner]
        if what == "tuple":
            name = self.name(kind)
            values = ", ".join(self.of(kind, scope, 2) for _ in range(self.random.randint(2, 3)))
            return [f"{space}for {name} in ({values}):", *self.within({**scope, name: kind}, answer, depth, loops + 1)]
        if what == "while":
            name = self.name("m")
            inner = self.within(scope, answer, depth, loops + 1)
            head = [f"{space}{name} = 0", f"{space}while {name} < 4 and {self.test(scope, 2)}:"]
            return [*head, f"{space}    {name} += 1", *inner]
        return [f"{space}{self.known(kind, scope)} = {self.of(kind, scope, 4)}"]

    def more(self, kind: str, scope: Scope, space: str) -> list[str]:
        name = self.known(kind, scope)
        if kind == "n":
            op = self.any(["+", "-", "*", "&", "|", "^"])
            return [f"{space}{name} {op}= {self.of('n', scope, 2)}", f"{space}{name} = {self.kept(name)}"]
        return [f"{space}{name} {self.any('&|^')}= {self.of(kind, scope, 2)}"]

    # Expressions

    def known(self, kind: str, scope: Scope) -> str:
        # The counters of loops stand for themselves.
        return self.any([name for name, one in scope.items() if one == kind and name[0] not in "km"] or ["none"])

    def kept(self, number: str) -> str:
        return f"{number} % {KEPT} - {self.any(['0', '1', str(KEPT // 2)])}"

    def of(self, kind: str, scope: Scope, depth: int) -> str:
        """A value that a variable may hold."""
        if kind == "n":
            said, size = self.number(scope, depth)
            return said if size < KEPT else f"({self.kept(f'({said})')})"
        return self.word(scope, depth) if kind == "w" else self.truth(scope, depth)

    def call(self, kind: str, scope: Scope, depth: int) -> str | None:
        fitting = [helper for helper in self.helpers if helper[2] == kind]
        if not fitting:
            return None
        name, given, _ = self.random.choice(fitting)
        return f"{name}({', '.join(self.of(one, scope, depth - 1) for one in given)})"

    def choice(self, kind: str, scope: Scope, depth: int) -> str:
        a, b = self.of(kind, scope, depth - 1), self.of(kind, scope, depth - 1)
        return self.any([f"({a} if {self.test(scope, depth - 1)} else {b})", f"({a} and {b})", f"({a} or {b})"])

    def number(self, scope: Scope, depth: int) -> tuple[str, int]:
        """An expression of numbers, and a bound of its size."""
        if depth <= 0 or self.random.random() < 0.15:
            names = [name for name, kind in scope.items() if kind == "n"]
            if names and self.random.random() < 0.7:
                return self.any(names), KEPT
            value = self.random.choice([0, 1, -1, 2, 7, 63, 64, -5, 1000])
            return self.any([f"({value})", f"({value})", "G.seats", "G.kinds"]), 1000
        a, most = self.number(scope, depth - 1)
        b, other = self.number(scope, depth - 1)
        match self.random.randrange(12):
            case 0 | 1:
                op = self.any("+-")
                return (f"({a} {op} {b})", most + other) if most + other < MOST else (a, most)
            case 2:
                return (f"({a} * {b})", most * other) if most * other < MOST else (b, other)
            case 3:
                divisor = self.any(["3", "-7", "64", f"max(1, {b})", f"min(-1, {b})"])
                return self.any([f"({a} // {divisor})", f"({a} % {divisor})"]), max(most, other) + 8
            case 4:
                # A mask of bits may fill what the larger one leaves.
                return f"({a} {self.any('&|^')} {b})", 2 * max(most, other)
            case 5:
                return self.any([f"({a} >> ({b} & 63))", f"(~{a})", f"(-{a})"]), most + 1
            case 6:
                return (f"({a} << 5)", most << 5) if most << 5 < MOST else (a, most)
            case 7:
                return f"{self.any(['min', 'max'])}({a}, {b})", max(most, other)
            case 8:
                w = self.word(scope, depth - 1)
                return self.any([f"count({w})", f"place({w} | 1)", f"number({w} >> 30)"]), 1 << 34
            case 9:
                return f"({self.truth(scope, depth - 1)} + {a})", most + 1
            case 10:
                return self.call("n", scope, depth) or a, max(most, KEPT)
        return self.choice("n", scope, depth), KEPT

    def word(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.15:
            names = [name for name, kind in scope.items() if kind == "w"]
            known = self.any(["word(0)", "word(5)", WORD, "9223372036854775808"])
            return self.any(names) if names and self.random.random() < 0.8 else known
        a, b = self.word(scope, depth - 1), self.word(scope, depth - 1)
        n = self.of("n", scope, depth - 1)
        match self.random.randrange(9):
            case 0 | 1:
                return f"({a} {self.any('&|^')} {b})"
            case 2:
                # A known word is not moved beyond 64 bits, so a variable is.
                up = f"({self.known('w', scope)} << ({n} & 63) & {WORD})" if "w" in scope.values() else a
                return self.any([f"({a} >> ({n} & 63))", up, f"({a} & ~{b})"])
            case 3:
                return f"({a} {self.any(['//', '%'])} ({b} | 1))"
            case 4:
                return f"{self.any(['lowest', 'highest', 'upto'])}({a})"
            case 5:
                return f"{self.any(['without', 'scatter', 'add', 'sub', 'low', 'high', 'min', 'max'])}({a}, {b})"
            case 6:
                one = f"{self.any(['nth', 'shr', 'shl'])}({a}, {n} & 63)"
                other = f"when({self.truth(scope, depth - 1)}, {a})"
                return self.any([one, other, f"bit({n} & 63)", f"word({n} & 1023)"])
            case 7:
                return self.call("w", scope, depth) or a
        return self.choice("w", scope, depth)

    def truth(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.1:
            names = [name for name, kind in scope.items() if kind == "t"]
            known = self.any(["True", "False", "(G.melds == 0)", "(G.seats > 4)"])
            return self.any(names) if names and self.random.random() < 0.8 else known
        order = [self.any(["==", "!=", "<", "<=", ">", ">="]) for _ in range(2)]
        match self.random.randrange(8):
            case 0 | 1 | 2:
                kind = self.any("nw")
                a, b, c = (self.of(kind, scope, depth - 1) for _ in range(3))
                pair = f"{a} {order[0]} {b}"
                return self.any([f"({pair})", f"({pair})", f"({pair} {order[1]} {c})"])
            case 3:
                return f"(not {self.test(scope, depth - 1)})"
            case 4:
                one, other = self.truth(scope, depth - 1), self.truth(scope, depth - 1)
                return f"({one} {self.any(['&', '|', '^', '==', '!='])} {other})"
            case 5:
                return self.call("t", scope, depth) or "True"
        return self.choice("t", scope, depth)

    def test(self, scope: Scope, depth: int) -> str:
        """What only its truth is asked of: any kind will do."""
        if depth > 0 and self.random.random() < 0.4:
            a, b = self.test(scope, depth - 1), self.test(scope, depth - 1)
            return self.any([f"({a} and {b})", f"({a} or {b})", f"(not {a})", "MELDS", f"(MELDS or {b})"])
        return self.of(self.any("nwt"), scope, depth)
