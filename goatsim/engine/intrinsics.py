"""The compiled forms of the words in `bits`: each is one or a few instructions, inlined where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import llvmlite.ir as ir
from numba.core import config, types
from numba.core.typing import signature
from numba.extending import intrinsic

from goatsim.engine.layout import STRIDE

WORD = types.uint64
NUMBER = types.int64
TRUTH = types.boolean
NOTHING = types.none

_I1 = ir.IntType(1)
_I64 = ir.IntType(64)
_I128 = ir.IntType(128)


def has_parallel_deposit() -> bool:
    """Whether compiled code may use the processor's parallel bit deposit (x86-64 with BMI2, unless numba was told to
    aim lower).
    """
    if config.CPU_NAME or config.CPU_FEATURES:
        return "+bmi2" in (config.CPU_FEATURES or "")
    return bool(llvm.get_host_cpu_features().get("bmi2"))


def _c(value: int) -> Any:
    return ir.Constant(_I64, value)


def _word(result: Any, parameters: tuple[Any, ...], build: Callable[..., Any]) -> Any:
    """An intrinsic with fixed types; arguments of other integer types are converted where it is called."""

    def codegen(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return build(builder, *values)

    typed = signature(result, *parameters)
    if len(parameters) == 1:
        return intrinsic(lambda context, a: (typed, codegen))
    if len(parameters) == 2:
        return intrinsic(lambda context, a, b: (typed, codegen))
    if len(parameters) == 3:
        return intrinsic(lambda context, a, b, c: (typed, codegen))
    if len(parameters) == 4:
        return intrinsic(lambda context, a, b, c, d: (typed, codegen))
    return intrinsic(lambda context, a, b, c, d, e: (typed, codegen))


def _llvm(builder: Any, name: str, *values: Any) -> Any:
    kind = ir.FunctionType(_I64, [value.type for value in values])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    return builder.call(function, values)


def _empty(builder: Any, cards: Any) -> Any:
    return builder.icmp_unsigned("==", cards, _c(0))


def _highest(builder: Any, cards: Any) -> Any:
    top = builder.lshr(_c(1 << 63), _llvm(builder, "llvm.ctlz.i64", cards, ir.Constant(_I1, 0)))
    return builder.select(_empty(builder, cards), _c(0), top)


def _upto(builder: Any, card: Any) -> Any:
    return builder.select(_empty(builder, card), _c(0), builder.sub(builder.shl(card, _c(1)), _c(1)))


def _high(builder: Any, a: Any, b: Any) -> Any:
    product = builder.mul(builder.zext(a, _I128), builder.zext(b, _I128))
    return builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)


def _pointer(builder: Any, address: Any, place: Any) -> Any:
    return builder.gep(builder.inttoptr(address, _I64.as_pointer()), [place])


def _entry(builder: Any, block: Any, column: Any, lane: Any) -> Any:
    return _pointer(builder, block, builder.add(builder.mul(column, _c(STRIDE)), lane))


def _put(builder: Any, block: Any, column: Any, lane: Any, value: Any) -> Any:
    builder.store(value, _entry(builder, block, column, lane))
    return ir.Constant(ir.IntType(8).as_pointer(), None)


def _poke(builder: Any, words: Any, place: Any, value: Any) -> Any:
    builder.store(value, _pointer(builder, words, place))
    return ir.Constant(ir.IntType(8).as_pointer(), None)


def _enter(builder: Any, entry: Any, *arguments: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [_I64, _I64, _I64, _I64])
    builder.call(builder.inttoptr(entry, kind.as_pointer()), arguments)
    return ir.Constant(ir.IntType(8).as_pointer(), None)


def _ask(builder: Any, entry: Any, block: Any, lane: Any, seat: Any) -> Any:
    # Policies write nothing. Saying so lets the driver keep what it knows of the block over the call.
    kind = ir.FunctionType(_I64, [_I64, _I64, _I64])
    call = builder.inttoptr(entry, kind.as_pointer())
    return builder.call(call, [block, lane, seat], attrs=("readonly", "nounwind"))


def _lowest(builder: Any, cards: Any) -> Any:
    return builder.and_(cards, builder.sub(_c(0), cards))


def _scatter_by_loop(builder: Any, digits: Any, cards: Any) -> Any:
    """Parallel deposit without the instruction: walk the cards from the lowest."""
    before = builder.block
    head = builder.append_basic_block("scatter.head")
    body = builder.append_basic_block("scatter.body")
    done = builder.append_basic_block("scatter.done")
    builder.branch(head)
    builder.position_at_end(head)
    left, asked, found = (builder.phi(_I64) for _ in range(3))
    for phi, start in ((left, cards), (asked, digits), (found, _c(0))):
        phi.add_incoming(start, before)
    more = builder.and_(builder.not_(_empty(builder, left)), builder.not_(_empty(builder, asked)))
    builder.cbranch(more, body, done)
    builder.position_at_end(body)
    card = _lowest(builder, left)
    chosen = builder.select(builder.trunc(asked, _I1), card, _c(0))
    left.add_incoming(builder.xor(left, card), body)
    asked.add_incoming(builder.lshr(asked, _c(1)), body)
    found.add_incoming(builder.or_(found, chosen), body)
    builder.branch(head)
    builder.position_at_end(done)
    return found


def _scatter(builder: Any, digits: Any, cards: Any) -> Any:
    if has_parallel_deposit():
        return _llvm(builder, "llvm.x86.bmi.pdep.64", digits, cards)
    return _scatter_by_loop(builder, digits, cards)


def _nth(builder: Any, cards: Any, k: Any) -> Any:
    return _scatter(builder, builder.shl(_c(1), k), cards)


lowest = _word(WORD, (WORD,), _lowest)
highest = _word(WORD, (WORD,), _highest)
count = _word(NUMBER, (WORD,), lambda b, cards: b.ctpop(cards))
bit = _word(WORD, (NUMBER,), lambda b, place: b.shl(_c(1), place))
place = _word(NUMBER, (WORD,), lambda b, card: _llvm(b, "llvm.cttz.i64", card, ir.Constant(_I1, 0)))
upto = _word(WORD, (WORD,), _upto)
without = _word(WORD, (WORD, WORD), lambda b, cards, others: b.and_(cards, b.xor(others, _c(-1))))
when = _word(WORD, (TRUTH, WORD), lambda b, condition, cards: b.select(condition, cards, _c(0)))
scatter = _word(WORD, (WORD, WORD), _scatter)
nth = _word(WORD, (WORD, NUMBER), _nth)
add = _word(WORD, (WORD, WORD), lambda b, x, y: b.add(x, y))
sub = _word(WORD, (WORD, WORD), lambda b, x, y: b.sub(x, y))
low = _word(WORD, (WORD, WORD), lambda b, x, y: b.mul(x, y))
high = _word(WORD, (WORD, WORD), _high)
number = _word(NUMBER, (WORD,), lambda b, x: x)
word = _word(WORD, (NUMBER,), lambda b, x: x)
shr = _word(WORD, (WORD, NUMBER), lambda b, x, places: b.lshr(x, places))
shl = _word(WORD, (WORD, NUMBER), lambda b, x, places: b.shl(x, places))
get = _word(WORD, (NUMBER, NUMBER, NUMBER), lambda b, *where: b.load(_entry(b, *where)))
put = _word(NOTHING, (NUMBER, NUMBER, NUMBER, WORD), _put)
peek = _word(WORD, (NUMBER, NUMBER), lambda b, words, place: b.load(_pointer(b, words, place)))
signed = _word(NUMBER, (NUMBER, NUMBER), lambda b, words, place: b.load(_pointer(b, words, place)))
ask = _word(WORD, (NUMBER, NUMBER, NUMBER, NUMBER), _ask)
poke = _word(NOTHING, (NUMBER, NUMBER, NUMBER), _poke)
enter = _word(NOTHING, (NUMBER, NUMBER, NUMBER, NUMBER, NUMBER), _enter)
