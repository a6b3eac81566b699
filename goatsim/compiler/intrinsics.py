"""The words of `bits` in machine code: each is one or a few instructions of LLVM, written where it is called.

A template names what it is given `{0}`, `{1}`, ... and its own results `{a}`, `{b}`, ...; the last of these is the
answer. Without a template the answer is what is given, read as another kind.
"""

from __future__ import annotations

import os
import platform
from functools import cache
from typing import NamedTuple

from goatsim.engine.layout import STRIDE
from goatsim.errors import among, wrong

WORD = "word"
NUMBER = "number"
TRUTH = "truth"
NOTHING = "nothing"

CPU_VARIABLE = "GOATSIM_CPU"
"""Names a level of this processor's family to make code for, so that others of that level can run it, too."""

_LEVELS = {
    "x86-64": "",
    "x86-64-v2": "cx16,popcnt,sahf,sse3,sse4.1,sse4.2,ssse3",
    "x86-64-v3": "avx,avx2,bmi,bmi2,f16c,fma,lzcnt,movbe,xsave",
    "x86-64-v4": "avx512bw,avx512cd,avx512dq,avx512f,avx512vl",
}
"""The levels of x86-64, and what each adds to the one before (x86-64 psABI, 3.1.1)."""


class Intrinsic(NamedTuple):
    """What a word answers, what it takes, and its instructions."""

    answer: str
    takes: tuple[str, ...]
    template: str


_PLACE = """
    {a} = mul nsw i64 {1}, %STRIDE
    {b} = add nsw i64 {a}, {2}
    {c} = inttoptr i64 {0} to ptr
    {d} = getelementptr i64, ptr {c}, i64 {b}
""".replace("%STRIDE", str(STRIDE))
_CELL = """
    {a} = inttoptr i64 {0} to ptr
    {b} = getelementptr i64, ptr {a}, i64 {1}
"""

INTRINSICS = {
    "lowest": Intrinsic(WORD, (WORD,), "{a} = sub i64 0, {0}\n {b} = and i64 {0}, {a}"),
    "highest": Intrinsic(
        WORD,
        (WORD,),
        """
        {a} = call i64 @llvm.ctlz.i64(i64 {0}, i1 0)
        {b} = lshr i64 -9223372036854775808, {a}
        {c} = icmp eq i64 {0}, 0
        {d} = select i1 {c}, i64 0, i64 {b}
        """,
    ),
    "count": Intrinsic(NUMBER, (WORD,), "{a} = call i64 @llvm.ctpop.i64(i64 {0})"),
    "bit": Intrinsic(WORD, (NUMBER,), "{a} = shl i64 1, {0}"),
    "place": Intrinsic(NUMBER, (WORD,), "{a} = call i64 @llvm.cttz.i64(i64 {0}, i1 0)"),
    "upto": Intrinsic(
        WORD,
        (WORD,),
        """
        {a} = shl i64 {0}, 1
        {b} = sub i64 {a}, 1
        {c} = icmp eq i64 {0}, 0
        {d} = select i1 {c}, i64 0, i64 {b}
        """,
    ),
    "without": Intrinsic(WORD, (WORD, WORD), "{a} = xor i64 {1}, -1\n {b} = and i64 {0}, {a}"),
    "when": Intrinsic(WORD, (TRUTH, WORD), "{a} = select i1 {0}, i64 {1}, i64 0"),
    "add": Intrinsic(WORD, (WORD, WORD), "{a} = add i64 {0}, {1}"),
    "sub": Intrinsic(WORD, (WORD, WORD), "{a} = sub i64 {0}, {1}"),
    "low": Intrinsic(WORD, (WORD, WORD), "{a} = mul i64 {0}, {1}"),
    "high": Intrinsic(
        WORD,
        (WORD, WORD),
        """
        {a} = zext i64 {0} to i128
        {b} = zext i64 {1} to i128
        {c} = mul i128 {a}, {b}
        {d} = lshr i128 {c}, 64
        {e} = trunc i128 {d} to i64
        """,
    ),
    "number": Intrinsic(NUMBER, (WORD,), ""),
    "word": Intrinsic(WORD, (NUMBER,), ""),
    "shr": Intrinsic(WORD, (WORD, NUMBER), "{a} = lshr i64 {0}, {1}"),
    "shl": Intrinsic(WORD, (WORD, NUMBER), "{a} = shl i64 {0}, {1}"),
    "get": Intrinsic(WORD, (NUMBER, NUMBER, NUMBER), _PLACE + "{e} = load i64, ptr {d}"),
    "put": Intrinsic(NOTHING, (NUMBER, NUMBER, NUMBER, WORD), _PLACE + "store i64 {3}, ptr {d}"),
    "peek": Intrinsic(WORD, (NUMBER, NUMBER), _CELL + "{c} = load i64, ptr {b}"),
    "signed": Intrinsic(NUMBER, (NUMBER, NUMBER), _CELL + "{c} = load i64, ptr {b}"),
    "poke": Intrinsic(NOTHING, (NUMBER, NUMBER, NUMBER), _CELL + "store i64 {2}, ptr {b}"),
    # Policies write nothing. Saying so lets the driver keep what it knows of the block over the call.
    "ask": Intrinsic(
        WORD,
        (NUMBER, NUMBER, NUMBER, NUMBER),
        "{a} = inttoptr i64 {0} to ptr\n {b} = call i64 {a}(i64 {1}, i64 {2}, i64 {3}) readonly nounwind",
    ),
    "enter": Intrinsic(
        NOTHING,
        (NUMBER, NUMBER, NUMBER, NUMBER, NUMBER),
        "{a} = inttoptr i64 {0} to ptr\n call void {a}(i64 {1}, i64 {2}, i64 {3}, i64 {4}) nounwind",
    ),
    "scatter": Intrinsic(WORD, (WORD, WORD), "{a} = call i64 @scatter(i64 {0}, i64 {1})"),
    "nth": Intrinsic(WORD, (WORD, NUMBER), "{a} = shl i64 1, {1}\n {b} = call i64 @scatter(i64 {a}, i64 {0})"),
}

SCATTER = """
define internal i64 @scatter(i64 %digits, i64 %cards) alwaysinline nounwind {
    %found = call i64 @llvm.x86.bmi.pdep.64(i64 %digits, i64 %cards)
    ret i64 %found
}
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
"""
SCATTER_BY_LOOP = """
define internal i64 @scatter(i64 %digits, i64 %cards) alwaysinline nounwind {
start:
    br label %head
head:
    %left = phi i64 [ %cards, %start ], [ %rest, %body ]
    %asked = phi i64 [ %digits, %start ], [ %later, %body ]
    %found = phi i64 [ 0, %start ], [ %more, %body ]
    %one = icmp ne i64 %left, 0
    %other = icmp ne i64 %asked, 0
    %both = and i1 %one, %other
    br i1 %both, label %body, label %done
body:
    %negative = sub i64 0, %left
    %card = and i64 %left, %negative
    %wanted = trunc i64 %asked to i1
    %chosen = select i1 %wanted, i64 %card, i64 0
    %rest = xor i64 %left, %card
    %later = lshr i64 %asked, 1
    %more = or i64 %found, %chosen
    br label %head
done:
    ret i64 %found
}
"""
"""Parallel deposit, and what it is without the instruction: walk the cards from the lowest."""


@cache
def processor() -> tuple[str, str]:
    """The processor that code is made for and its features, as LLVM writes them. Raises `RequestError` if another is
    asked for than this machine can stand for.
    """
    import llvmlite.binding as llvm

    here = llvm.get_host_cpu_features()
    named = os.environ.get(CPU_VARIABLE)
    if not named:
        return llvm.get_host_cpu_name(), here.flatten()
    levels = {"generic": ""}
    features: list[str] = []
    for level, added in _LEVELS.items() if platform.machine().lower() in ("x86_64", "amd64") else ():
        features += added.split(",") if added else []
        if all(here.get(each) for each in features):
            levels[level] = ",".join(f"+{each}" for each in features)
    if named not in levels:
        raise wrong(f"{CPU_VARIABLE} to be one of {among(levels)}", named, levels)
    return named, levels[named]


def has_parallel_deposit() -> bool:
    """Whether compiled code may use the processor's parallel bit deposit (x86-64 with BMI2)."""
    return "+bmi2" in processor()[1].split(",")


def preamble() -> str:
    """What every module needs for these words."""
    return (SCATTER if has_parallel_deposit() else SCATTER_BY_LOOP) + (
        "declare i64 @llvm.ctpop.i64(i64)\ndeclare i64 @llvm.ctlz.i64(i64, i1)\ndeclare i64 @llvm.cttz.i64(i64, i1)\n"
    )
