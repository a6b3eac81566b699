"""Random policies: files of Python text that use everything a policy may say."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

HEAD = """import goatsim
from goatsim import Cards
from goatsim.words import any_of, beats, cheapest, count, highest, lowest, masters, richest, suit_of, worth

FEW = {few}
BOLD = {bold}
"""

NUMBERS = """position trick table_points our_points their_points our_tricks our_eyes their_eyes from_praiser""".split()
TRUTHS = """last partner_winning can_be_beaten first_deal""".split()
SETS = """hand legal table led best winners gone unseen rivals helpers
trumps aces tens kings queens jacks nothing""".split()
PICKS = """lowest highest cheapest richest masters suit_of any_of""".split()

KINDS = ("Cards", "int", "bool")
PREFIX = {"Cards": "c", "int": "n", "bool": "t"}


@dataclass
class Writer:
    """One function being written: the names that are surely set here, by kind, and what else it may use."""

    chance: random.Random
    names: dict[str, list[str]]
    params: dict[str, list[str]]
    helpers: list[tuple[str, list[str], str]]
    base: bool
    lines: list[str] = field(default_factory=list)
    serial: int = 0
    depth: int = 2

    def pick(self, *ways: Callable[[], str]) -> str:
        return self.chance.choice(ways)()

    def number(self, low: int, high: int) -> str:
        return str(self.chance.randint(low, high))

    # Expressions

    def of(self, kind: str, deep: int) -> str:
        return {"Cards": self.cards, "int": self.whole, "bool": self.truth}[kind](deep)

    def called(self, kind: str, deep: int) -> str:
        """A local name, a parameter or a helper of a kind; else a plain word."""
        found = list(self.names[kind]) + self.params[kind]
        for name, given, answer in self.helpers:
            if answer == kind and deep:
                found.append(f"{name}({', '.join(['v', *(self.of(one, deep - 1) for one in given)])})")
        return self.chance.choice(found) if found else self.of(kind, 0)

    def cards(self, deep: int) -> str:
        if not deep:
            return self.pick(
                lambda: f"v.{self.chance.choice(SETS)}",
                lambda: f"v.{self.chance.choice(('lacks', 'played'))}({self.number(0, 5)})",
                lambda: self.chance.choice(self.names["Cards"] or ["v.legal"]),
            )
        one = deep - 1
        return self.pick(
            lambda: f"{self.chance.choice(PICKS)}({self.cards(one)})",
            lambda: f"({self.cards(one)} {self.chance.choice('&|^-')} {self.cards(one)})",
            lambda: f"({self.cards(one)} {self.chance.choice(('or', 'and'))} {self.cards(one)})",
            lambda: f"({self.cards(one)} if {self.test(one)} else {self.cards(one)})",
            lambda: f"beats({self.cards(one)}, {self.cards(one)})",
            lambda: self.called("Cards", deep),
            lambda: self.chance.choice(("v.base.lead", "v.base.follow")) if self.base else self.cards(0),
        )

    def whole(self, deep: int) -> str:
        if not deep:
            return self.pick(
                lambda: f"v.{self.chance.choice(NUMBERS)}",
                lambda: self.number(-9, 99),
                lambda: self.chance.choice([*self.names["int"], "FEW"]),
            )
        one = deep - 1
        return self.pick(
            lambda: f"{self.chance.choice(('count', 'worth'))}({self.cards(one)})",
            lambda: f"v.coin({self.number(0, 40)})",
            lambda: f"({self.whole(one)} {self.chance.choice('+-')} {self.whole(one)})",
            lambda: f"({self.whole(one)} * {self.number(-3, 3)})",
            lambda: f"({self.whole(one)} {self.chance.choice(('//', '%'))} {self.number(1, 9)})",
            lambda: f"(-{self.whole(one)})",
            lambda: f"{self.chance.choice(('min', 'max'))}({self.whole(one)}, {self.whole(one)}, {self.whole(0)})",
            lambda: f"({self.whole(one)} if {self.test(one)} else {self.whole(one)})",
            lambda: self.called("int", deep),
        )

    def truth(self, deep: int) -> str:
        if not deep:
            return self.pick(
                lambda: f"v.{self.chance.choice(TRUTHS)}",
                lambda: f"v.{self.chance.choice(('mine', 'may_lead'))}({self.number(0, 5)})",
                lambda: self.chance.choice([*self.names["bool"], "BOLD", "True"]),
            )
        one = deep - 1
        sign = self.chance.choice(("<", "<=", ">", ">=", "==", "!="))
        return self.pick(
            lambda: f"({self.whole(one)} {sign} {self.whole(one)})",
            lambda: f"({self.whole(0)} <= {self.whole(one)} < {self.whole(one)})",
            lambda: f"({self.cards(one)} {self.chance.choice(('==', '!=', 'in', 'not in'))} {self.cards(one)})",
            lambda: f"({self.truth(one)} {self.chance.choice(('==', '!=', 'and', 'or'))} {self.truth(one)})",
            lambda: f"(not {self.test(one)})",
            lambda: f"({self.truth(one)} if {self.test(one)} else {self.truth(one)})",
            lambda: self.called("bool", deep),
        )

    def test(self, deep: int) -> str:
        """What may stand behind `if`: any kind, also mixed."""
        if deep and self.chance.random() < 0.4:
            kinds = self.chance.choices(KINDS, k=self.chance.randint(2, 3))
            word = self.chance.choice((" and ", " or "))
            return f"({word.join(self.of(kind, deep - 1) for kind in kinds)})"
        return self.of(self.chance.choice(KINDS), deep)

    # Statements

    def write(self, indent: int, line: str) -> None:
        self.lines.append("    " * indent + line)

    def statement(self, indent: int, room: int, looping: bool) -> None:
        kind = self.chance.choice(KINDS)
        ways: list[Callable[[], None]] = [lambda: self.assign(indent, kind), lambda: self.augment(indent)]
        if room:
            ways += [lambda: self.choice(indent, room, looping), lambda: self.loop(indent, room)]
        if looping:
            ways.append(lambda: self.leave(indent))
        self.chance.choice(ways)()

    def assign(self, indent: int, kind: str) -> None:
        value = self.of(kind, self.depth)
        if self.names[kind] and self.chance.random() < 0.4:
            name = self.chance.choice(self.names[kind])
        else:
            self.serial += 1
            name = f"{PREFIX[kind]}{self.serial}"
        note = f": {kind}" if self.chance.random() < 0.2 else ""
        self.write(indent, f"{name}{note} = {value}")
        if name not in self.names[kind]:
            self.names[kind] = [*self.names[kind], name]

    def augment(self, indent: int) -> None:
        if self.names["int"] and self.chance.random() < 0.5:
            sign = self.chance.choice(("+=", "-="))
            self.write(indent, f"{self.chance.choice(self.names['int'])} {sign} {self.whole(1)}")
        elif self.names["Cards"]:
            sign = self.chance.choice(("&=", "|=", "^=", "-="))
            self.write(indent, f"{self.chance.choice(self.names['Cards'])} {sign} {self.cards(1)}")
        else:
            self.write(indent, "pass")

    def leave(self, indent: int) -> None:
        self.write(indent, f"if {self.test(1)}:")
        self.write(indent + 1, self.chance.choice(("break", "continue")))

    def inside(self, indent: int, room: int, looping: bool) -> dict[str, list[str]]:
        """A block of its own; answers the names that are set at its end."""
        before = {kind: list(names) for kind, names in self.names.items()}
        for _ in range(self.chance.randint(1, 2)):
            self.statement(indent, room - 1, looping)
        after, self.names = self.names, before
        return after

    def choice(self, indent: int, room: int, looping: bool) -> None:
        self.write(indent, f"if {self.test(self.depth)}:")
        ways = [self.inside(indent + 1, room, looping)]
        while self.chance.random() < 0.3:
            self.write(indent, f"elif {self.test(1)}:")
            ways.append(self.inside(indent + 1, room, looping))
        if self.chance.random() < 0.5:
            self.write(indent, "else:")
            ways.append(self.inside(indent + 1, room, looping))
            for kind in KINDS:
                self.names[kind] = [name for name in ways[0][kind] if all(name in way[kind] for way in ways)]

    def loop(self, indent: int, room: int) -> None:
        self.serial += 1
        if self.chance.random() < 0.5:
            name, kind, source = f"c{self.serial}", "Cards", self.cards(1)
        else:
            name, kind = f"n{self.serial}", "int"
            source = f"range({self.number(0, 2)}, {self.number(0, 5)})"
            if self.chance.random() < 0.3:
                source = "range(v.trick)"
        self.write(indent, f"for {name} in {source}:")
        before = {one: list(names) for one, names in self.names.items()}
        self.names[kind] = [*self.names[kind], name]
        self.inside(indent + 1, room, True)
        self.names = before


def function(writer: Writer, head: str, indent: int, answer: str) -> list[str]:
    """A whole function; a decision answers a legal card that depends on all that went before."""
    writer.write(indent, head)
    for _ in range(writer.chance.randint(1, 4)):
        writer.statement(indent + 1, 2, False)
    if writer.chance.random() < 0.5:
        writer.write(indent + 1, f"if {writer.test(1)}:")
        writer.write(indent + 2, f"return {result(writer, answer)}")
    if answer == "decision":
        writer.write(indent + 1, f"left = {result(writer, answer)}")
        writer.write(indent + 1, f"steps = ({writer.whole(2)}) % 8")
        writer.write(indent + 1, "for card in (left | v.legal):")
        writer.write(indent + 2, "if steps == 0 and card in v.legal:")
        writer.write(indent + 3, "return card")
        writer.write(indent + 2, "steps = max(0, steps - 1)")
        writer.write(indent + 1, "return lowest((left & v.legal) or v.legal)")
    else:
        writer.write(indent + 1, f"return {result(writer, answer)}")
    return writer.lines


def result(writer: Writer, answer: str) -> str:
    if answer == "decision":
        return f"lowest(({writer.cards(2)} & v.legal) or v.legal)"
    return writer.of(answer, 2)


def policy_file(seed: int) -> str:
    """The text of a file with a policy `Made`, and one that it may be based on."""
    chance = random.Random(seed)
    lines = HEAD.format(few=chance.randint(-5, 5), bold=chance.choice((True, False))).splitlines()
    helpers: list[tuple[str, list[str], str]] = []
    for number in range(chance.randint(0, 2)):
        kinds = chance.choices(KINDS, k=chance.randint(0, 2))
        answer = chance.choice(KINDS)
        given = [f"{PREFIX[kind]}_{place}" for place, kind in enumerate(kinds)]
        names = {kind: [name for name, one in zip(given, kinds, strict=True) if one == kind] for kind in KINDS}
        writer = Writer(chance, names, {kind: [] for kind in KINDS}, list(helpers), False)
        said = ", ".join(["v", *(f"{name}: {kind}" for name, kind in zip(given, kinds, strict=True))])
        head = f"def help_{number}({said}) -> {answer}:"
        lines += ["", "@goatsim.helper", *function(writer, head, 0, answer)]
        helpers.append((f"help_{number}", kinds, answer))
    base = chance.choice((None, "'greedy'", "'low'", "'random'"))
    for name in ("Ground", "Made"):
        decorator = f"@goatsim.policy(base={base})" if base else "@goatsim.policy"
        lines += ["", decorator, f"class {name}:", f"    keep = {chance.randint(-3, 9)}", "    bold = True"]
        words = ["lead", "follow"] if base is None or chance.random() < 0.5 else [chance.choice(("lead", "follow"))]
        for word in words:
            params = {"Cards": [], "int": ["v.keep"], "bool": ["v.bold"]}
            writer = Writer(chance, {kind: [] for kind in KINDS}, params, helpers, base is not None)
            lines += function(writer, f"def {word}(v):", 1, "decision")
        base = chance.choice(("Ground", base)) if base else "Ground"
    return "\n".join(lines) + "\n"
