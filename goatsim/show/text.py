"""Deals, records and verdicts as text for people: documented JSON objects and rules in, text out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from goatsim.engine.layout import CHALLENGE_CHARGE
from goatsim.errors import printable
from goatsim.exact.space import space_of
from goatsim.games import Rules
from goatsim.games.leads import BY_TRICK, EVERYBODY, FIRST_SIDE, NOBODY, leads_of
from goatsim.games.options import spelled
from goatsim.show.hands import hands_text
from goatsim.show.look import PLAIN, Look
from goatsim.show.melding import scores_text
from goatsim.show.selling import may_lead_trumps, sale_words
from goatsim.show.sets import led_in_sets, sets_text, shown_words
from goatsim.show.signs import sign_words
from goatsim.show.tricks import tricks_text
from goatsim.show.turning import hand_words, stopped_words, turned_words

Object = Mapping[str, Any]
"""A JSON object."""


UNPLAYED = "not played: a third claim or a fault of the cut"
NOTE_UNPLAYED = "A deal that is not played brings nobody card points; one side is charged 2 eyes for it."
"""What is said of deals without play."""


def listed(items: Iterable[object], last: str = "and") -> str:
    """Return items as a sentence lists them: ``0``, ``0 and 2``, ``0, 1 and 2``."""
    words = [str(item) for item in items]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def many(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: ``1 trick``, ``2 tricks``."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def rules_words(game: str, options: Mapping[str, object]) -> str:
    """Return a game with the options that were changed: ``bare, trump_lead=all``."""
    # The name of a game may be the path of a file, which can hold anything.
    return printable(", ".join([game, *(f"{key}={_value(value)}" for key, value in options.items())]))


def policies_words(policies: Sequence[str]) -> str:
    """Return who plays: ``greedy in every seat`` or ``greedy low greedy low in seats 0 to 3``."""
    if len(set(policies)) == 1:
        return f"{policies[0]} in every seat"
    return f"{' '.join(policies)} in seats 0 to {len(policies) - 1}"


def side_words(sides: Sequence[int], side: int) -> str:
    """Return the seats of a side: ``seats 0 and 2``, ``seat 1``."""
    seats = [seat for seat, owner in enumerate(sides) if owner == side]
    return f"seat{'s' if len(seats) > 1 else ''} {listed(seats)}"


def capital(sentence: str) -> str:
    """Return the sentence with a capital first letter, the rest as it stands."""
    return sentence[:1].upper() + sentence[1:]


def deal_text(answer: Object, rules: Rules, look: Look = PLAIN, *, by_number: int | None = None) -> str:
    """Return a deal (the JSON of `deal`): a line that names it, then its hands. A deal that was asked for by its number
    stands in no seed's stream.
    """
    stream = [f"seed {answer['seed']}"] if answer.get("seed") is not None else []
    stream = [*stream, f"deal {answer['index']}"] if by_number is None else []
    head = ", ".join(
        [
            look.bold(rules_words(answer["rules"], answer["options"])),
            *stream,
            f"number {answer['number']}",
        ]
    )
    head += "".join(f"\n{line}" for line in (*_same_words(by_number, rules), *given_words(answer)))
    head += "".join(f"\n{line}" for line in turned_words(answer, rules, look))
    return f"{head}\n{hands_text(answer, rules, answer.get('seat') or 0, look)}"


def _same_words(number: int | None, rules: Rules) -> list[str]:
    """Return a line if a deal that was asked for by a number is called by another one; else none."""
    least = None if number is None else space_of(rules).least(number)
    if least == number:
        return []
    return [f"Number {number} is the same deal as number {least}: copies of a card are alike."]


def given_words(answer: Object) -> list[str]:
    """Return the condition of a deal (the JSON of `deal`) and how such a deal was come by, in a line; none without."""
    if answer["given"] is None:
        return []
    if answer["given_fraction"] is None:
        looked = answer["looked"]
        return [f"given {answer['given']}: found among {looked:,} deal{'' if looked == 1 else 's'}"]
    hits, ways = answer["given_fraction"]
    return [f"given {answer['given']}: {hits}/{ways} = {100 * hits / ways:.6g}% of first deals"]


def record_text(
    record: Object,
    rules: Rules,
    policies: Sequence[str] = (),
    seat: int = 0,
    look: Look = PLAIN,
    *,
    by_number: int | None = None,
) -> str:
    """Return a record as a deal to follow at a glance: praise, redeals, hands, swaps, tricks with running points, and
    the result in words; of a deal of a match the score too. A deal asked for by its number stands in no stream.

    Each trick stands in the columns of the seats; ``>`` marks its first card, ``*`` the card that takes it. ``pre``
    stands before the number of a trick that was played while the cards were dealt.
    """
    if by_number is not None:
        record = {**record, "seed": None, "deal": None}
    head, *lines = before_words(record, rules, policies, look)
    page = [head, *_same_words(by_number, rules), *lines, "", hands_text(record, rules, seat, look)]
    swaps = [*swaps_words(record, look), *sale_words(record, look)]
    page += ["", *swaps] if swaps else []
    if record["tricks"]:
        page += ["", *(sets_text if led_in_sets(record) else tricks_text)(record, rules, look)]
    page += [""] * bool(record.get("result")) + after_words(record, rules)
    return "\n".join(page)


def before_words(record: Object, rules: Rules, policies: Sequence[str] = (), look: Look = PLAIN) -> list[str]:
    """Return the lines of a record before its hands, first the one that names it."""
    names = [("seed", "seed"), ("deal", "deal"), ("number", "number")]
    head = [rules_words(record["game"], record.get("options") or {})]
    head += [f"{word} {record[key]}" for key, word in names if record.get(key) is not None]
    lines = [look.bold(head[0]) + "".join(f", {part}" for part in head[1:])]
    lines += _match_words(record, rules)
    rights = [_rights_words(record, rules)] if policies or rules.turned == "stock" else []
    lines += ["; ".join([*[policies_words(policies)] * bool(policies), *rights])] if rights else []
    if record.get("praise"):
        lines += ["", _praise_words(record["praise"], record, rules)]
    redeals = record.get("redeals") or ()
    if redeals:
        praises = [redeal["praise"] for redeal in redeals[:1] if redeal.get("praise")]
        lines += ["", *(_praise_words(praise, record, rules) for praise in praises)]
        lines += [_redeal_words(redeal, rules, look) for redeal in redeals]
    turned = turned_words(record, rules, look)
    return [*lines, *(["", *turned] if turned else [])]


def swaps_words(record: Object, look: Look = PLAIN) -> list[str]:
    """Return the swaps of a record, and the signs of a seat, a line each."""
    return [*(_swap_words(swap, look) for swap in record.get("swaps") or ()), *sign_words(record)]


def after_words(record: Object, rules: Rules) -> list[str]:
    """Return the lines of a record behind its tricks: the result, and how the match then stands."""
    result = record.get("result")
    told = [result_text(result, rules, record.get("cut"), record.get("dealer"))] if result else []
    told = [*stopped_words(record, rules), *told]
    return [*told, *_standing_words(record, rules)]


def _match_words(record: Object, rules: Rules) -> list[str]:
    """Return how the match stands before a deal: ``Match 2, deal 0, which seat 3 deals: the first deal``."""
    match, score = record.get("match"), record.get("score_before")
    if match is None and score is None:
        return []
    parts = [f"Match {match['number']}, deal {match['deal']}"] if match else ["A deal of a match"]
    if record.get("dealer") is not None:
        parts[0] += f", which seat {record['dealer']} deals"
    if record.get("first_deal"):
        parts.append("the first deal")
    if score is not None:
        parts.append(f"before it {_score_words(score, rules)}")
    if record.get("multiplier", 1) > 1:
        parts.append("eyes count twice after an egg")
    return ["; ".join(parts)]


def _score_words(score: Sequence[int], rules: Rules) -> str:
    if len(score) > rules.side_count:
        return taken_words(score, rules)
    who = [side_words(rules.sides, side) for side in range(rules.side_count)]
    each = listed(f"{count} for {side}" for side, count in zip(who, score, strict=True))
    if rules.stocks:
        return f"the stocks are {each}"
    if rules.meld_rows():
        return f"the scores are {each}"
    if len(score) > 2:
        return f"the penalties are {each}"
    have = ["has" if rules.sides.count(side) == 1 else "have" for side in range(2)]
    return " and ".join(f"{who[side]} {have[side]} {many(eyes, 'eye')}" for side, eyes in enumerate(score))


def taken_words(score: Sequence[int], rules: Rules) -> str:
    """Return what each side has taken from each, from the numbers of all pairs: ``seat 0 has taken 2 from seat 1``."""
    sides = range(rules.side_count)
    taken = [(one, other, score[len(sides) * one + other]) for one in sides for other in sides]
    said = [
        f"{side_words(rules.sides, one)} has taken {count} from {side_words(rules.sides, other)}"
        for one, other, count in taken
        if count
    ]
    return listed(said) if said else "nothing is taken yet"


def _standing_words(record: Object, rules: Rules) -> list[str]:
    """Return how the match stands after a deal, and who has lost it."""
    match = record.get("match") or {}
    lines = []
    if match.get("score_after") is not None:
        lines.append(f"After it {_score_words(match['score_after'], rules)}")
    if match.get("winner") is not None:
        who = side_words(rules.sides, match["winner"])
        lines.append(capital(f"{who} {'wins' if rules.sides.count(match['winner']) == 1 else 'win'} the match"))
        if match.get("title") is None:
            return lines
    lost = match.get("losers") or [side for side in [match.get("loser")] if side is not None]
    if lost:
        alone = len(lost) == 1 and rules.sides.count(lost[0]) == 1
        who = listed(side_words(rules.sides, side) for side in lost)
        said = capital(f"{who} {'loses' if alone else 'lose'} the match")
        named = TITLES_SAID.get(match.get("title") or "")
        if named and alone:
            named = f"a {named.replace('goats', 'goat')}"
        lines.append(f"{said}: {named}" if named else said)
    return lines


TITLES_SAID = {
    "goat": "goats",
    "goat+tail": "goats with a tail",
    "goat+eggs": "goats with eggs",
    "goat+eggs+tail": "goats with eggs and a tail",
}
"""What the losers of a match are called, in words."""


def _praise_words(praise: Object, record: Object, rules: Rules) -> str:
    """Return a praise in words: ``Praise: seat 0 asks for PANTS; seat 1 accuses somebody wrongly, ...``."""
    praiser, seat = record.get("first_leader"), praise.get("challenge")
    if record.get("redeals") or praiser is None:
        # The praiser of a deal that is not a match's first is the dealer's neighbour.
        dealer = record.get("dealer")
        praiser = rules.first_leader if dealer in (None, rules.dealer) else (dealer + 1) % rules.seats
    said = f"Praise: seat {praiser} asks for {praise['type']}"
    if seat is None:
        return said
    who = side_words(rules.sides, rules.sides[seat])
    charge = f"{who} {'are' if ' and ' in who else 'is'} charged {many(CHALLENGE_CHARGE, 'eye')}"
    return f"{said}; seat {seat} accuses somebody wrongly, for which {charge}"


def _redeal_words(redeal: Object, rules: Rules, look: Look) -> str:
    """Return a claim in words: ``Redeal: seat 2 claims low hand, with 9D 8D  KC 9C 7C  8S 7S  9H``."""
    reason = redeal["reason"].replace("_", " ")
    if redeal.get("side") is not None:
        return f"Redeal: {side_words(rules.sides, redeal['side'])} claim {reason}"
    seat, hands = redeal["seat"], redeal.get("hands")
    hand = hands[seat] if hands else None
    return f"Redeal: seat {seat} claims {reason}" + (f", with {hand_words(hand, rules, look)}" if hand else "")


def _swap_words(swap: Object, look: Look) -> str:
    """Return a swap in words: ``Swap: seat 1 gives 9D to seat 3 for 7S``."""
    giver, receiver = swap["giver"], swap["receiver"]
    words = f"Swap: seat {giver} gives {look.card(swap['gave'])} to seat {receiver} for {look.card(swap['got'])}"
    words += f" before trick {swap['trick']}" if swap.get("trick") else ""
    return words + (f"; {look.card(swap['announced'])} is no trump" if swap.get("announced") else "")


def _rights_words(record: Object, rules: Rules) -> str:
    if rules.turned == "stock":
        return shown_words(record)
    if not rules.trumps:
        return "the suit of the card below the stock is trump" if rules.turned == "last_of_stock" else "no trumps"
    rights, alone = leads_of(rules, first=record.get("first_deal") is True), may_lead_trumps(record, rules)
    plain = ", and the first lead is plain" if rules.options.get("first_lead_plain") is True else ""
    if alone:
        return alone
    if rights == BY_TRICK:
        return f"the side that led a trick may not lead a trump to the next{plain}"
    if rights in (EVERYBODY, NOBODY):
        return f"{rights} may lead trumps{plain}"
    leader = record.get("first_leader")
    first = rules.sides[rules.first_leader if leader is None else leader]
    sides = [side for side in range(rules.side_count) if (side == first) == (rights == FIRST_SIDE)]
    return f"{' and '.join(side_words(rules.sides, side) for side in sides)} may lead trumps{plain}"


WHY_UNPLAYED = {
    "third_claim": "three redeals were claimed",
    "fault": "the cut went wrong",
    "challenge": "a wrong challenge ended the match",
}
"""Outcomes of deals that were not played, and why not."""


def result_text(result: Object, rules: Rules, cut: Object | None = None, dealer: int | None = None) -> str:
    """Return a result (by side) in sentences, the side with the most points first. `cut`: a fault of the cut,
    as a record tells it; `dealer`: if it was not the last seat.
    """
    if result.get("score"):
        return scores_text(result, [capital(side_words(rules.sides, side)) for side in range(rules.side_count)])
    points, tricks = result["points"], result["tricks"]
    outcome = result.get("outcome")
    if outcome in WHY_UNPLAYED:
        return _unplayed_text(result, rules, cut, rules.dealer if dealer is None else dealer)
    lines = []
    for side in sorted(range(rules.side_count), key=lambda each: (-points[each], -tricks[each], each)):
        who = side_words(rules.sides, side)
        take = "take" if " and " in who else "takes"
        worth = []
        if result.get("eyes") and result["eyes"][side]:
            worth.append(many(result["eyes"][side], "eye"))
        if result.get("penalty") and result["penalty"][side]:
            worth.append(f"penalty {result['penalty'][side]}")
        if result.get("stocks") and result["stocks"][rules.sides.index(side)]:
            worth.append(f"{result['stocks'][rules.sides.index(side)]} to the stock")
        what = f": {' and '.join(worth)}" if worth else ""
        lines.append(capital(f"{who} {take} {many(points[side], 'point')} in {many(tricks[side], 'trick')}{what}"))
    if outcome:
        nothing = not any(any(result.get(key) or ()) for key in ("eyes", "penalty", "stocks"))
        lines.append(f"Outcome: {str(outcome).replace('_', ' ')}{', which is worth nothing' if nothing else ''}")
    return "\n".join(lines)


def _unplayed_text(result: Object, rules: Rules, cut: Object | None, dealer: int) -> str:
    outcome = result["outcome"]
    why = WHY_UNPLAYED[outcome]
    if cut is not None:
        out = f"seat {cut['seat']} cut out of turn"
        why = f"seat {dealer}, the dealer, offered no cut" if cut["seat"] == dealer else out
    penalty = result.get("penalty") or tuple(reversed(result.get("eyes") or ()))
    lines = [f"Not played, since {why}"]
    for side, charge in enumerate(penalty):
        if charge:
            who = side_words(rules.sides, side)
            lines.append(capital(f"{who} {'are' if ' and ' in who else 'is'} charged {many(charge, 'eye')}"))
    return "\n".join([*lines, f"Outcome: {outcome.replace('_', ' ')}"])


def _value(value: object) -> str:
    if isinstance(value, bool | int | float | str):
        return spelled(value)
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value))
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_value(item)}" for key, item in value.items())
    return str(value)
