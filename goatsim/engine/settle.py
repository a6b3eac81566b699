"""What a deal is worth: card points by side, and the first scoring row that fits (rules.md, 1)."""

from __future__ import annotations

from goatsim.engine.bits import add, count, get, number, put, signed, when, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    ANY_SIDE,
    CAPTURE,
    CAPTURE_EYES,
    CAPTURED,
    CHALLENGE_CHARGE,
    CHALLENGER,
    CHARGED,
    DISCARDED,
    EARNED,
    ENDED,
    FAULT,
    FIRST,
    LEADER,
    NOBODY,
    OF_DEFENDERS,
    OF_EACH,
    OF_FEWEST,
    OF_SOLOIST,
    OPENED,
    OUTCOME,
    PENALTY,
    PLANE,
    POINTS,
    ROW_AHEAD,
    ROW_DEALER,
    ROW_EYES,
    ROW_HALF,
    ROW_OWN,
    ROW_PENALTY,
    ROW_POINTS_HIGH,
    ROW_POINTS_LOW,
    ROW_SIDE,
    ROW_TRICKS_HIGH,
    ROW_TRICKS_LOW,
    ROW_WORDS,
    SOLOIST,
    TALON,
    TRICKS,
    UNPLAYED_CHARGE,
    WON,
    G,
)
from goatsim.engine.melding import charge_scores, count_brisques, is_ahead
from goatsim.engine.tricks import account_of, in_turn, side_of, side_of_account, stopped


@text
def points_of(block: list[int], lane: int, cards: int) -> int:
    """The card points of a set."""
    total = 0
    for k in range(G.planes):
        total += count(cards & get(block, PLANE + k, lane)) << k
    return total


@where("kinds", other=0)
@text
def challenged(block: list[int], lane: int, side: int) -> int:
    """What a side is charged for a wrong challenge in pants (rules.md, 3.5)."""
    accuser = number(get(block, CHALLENGER, lane)) - 1
    return CHALLENGE_CHARGE * (accuser >= 0 and side_of(block, lane, accuser) == side)


@where("halves", other=0)
@text
def most_in_a_half(block: list[int], lane: int, side: int) -> int:
    """The card points of a side in the half of the pack that gave it more."""
    first = points_of(block, lane, get(block, EARNED + side, lane))
    return max(first, number(get(block, POINTS + side, lane)) - first)


@where("dues", other=0)
@text
def due(block: list[int], lane: int, rows: list[int], base: int, side: int, other: int) -> int:
    """What a scoring row that fits a side charges to a side: to each other one, the dealer's perhaps otherwise, or all
    of that to the side itself.
    """
    # The dealer sits before the seat that leads first.
    dealer = side_of(block, lane, in_turn(block, lane, G.seats - 1))
    own = signed(rows, base + ROW_OWN) == 1
    total = signed(rows, base + ROW_PENALTY) * (other == side)
    for one in range(G.sides):
        apart = one == dealer and signed(rows, base + ROW_DEALER) >= 0
        charge = signed(rows, base + ROW_DEALER) if apart else signed(rows, base + ROW_EYES)
        charged = side if own else one
        total += charge * (one != side and charged == other)
    return total


@where("capture", other=0)
@text
def unless_stopped(block: list[int], lane: int, cards: int) -> int:
    """Cards that lie beside the tricks: they count only in deals that come to their end."""
    return when(not stopped(block, lane), cards)


@where("buy")
@text
def count_aside(block: list[int], lane: int) -> None:
    """Count what counts beside tricks: the cards that a soloist laid aside for him, or the talon for whoever won the
    last trick (rules.md, 6 and 6b).
    """
    soloist = number(get(block, SOLOIST, lane)) - 1
    alone = soloist >= 0
    cards = when(alone, get(block, DISCARDED, lane)) | when(not alone, get(block, TALON, lane))
    if G.capture:
        cards = word(unless_stopped(block, lane, cards))
    account = account_of(block, lane, soloist if alone else number(get(block, LEADER, lane)))
    points = word(points_of(block, lane, cards))
    put(block, POINTS + account, lane, add(get(block, POINTS + account, lane), points))


@where("each", other=False)
@text
def tested(block: list[int], lane: int, who: int, account: int, charged: int) -> bool:
    """Whether a scoring row tests the side of an account; `charged`: one bit for each account that such a row has
    charged for itself. Defenders are tested once, at the first of their accounts.
    """
    found = who == ANY_SIDE or who == account
    if who == OF_EACH or who == OF_FEWEST:
        found = charged >> account & 1 == 0
    if who == OF_FEWEST:
        for other in range(G.sides):
            found = found and get(block, POINTS + account, lane) <= get(block, POINTS + other, lane)
    if G.buy:
        soloist = number(get(block, SOLOIST, lane)) - 1
        alone = soloist >= 0 and account_of(block, lane, soloist) == account
        if who == OF_SOLOIST:
            found = alone
        elif who == OF_DEFENDERS:
            found = soloist >= 0 and not alone and side_of_account(block, lane, account) == account
        elif who == OF_EACH:
            found = found and soloist < 0
    return found


@where("each", other=False)
@text
def together(block: list[int], lane: int, one: int, other: int) -> bool:
    """Whether two accounts are of one side in this deal."""
    return side_of_account(block, lane, one) == side_of_account(block, lane, other)


@where("each", other=0)
@text
def shared(block: list[int], lane: int, column: int, account: int) -> int:
    """What stands in a column for all accounts of the side that one of them is of."""
    total = 0
    for other in range(G.sides):
        total += number(get(block, column + other, lane)) * together(block, lane, account, other)
    return total


@text
def apply_rows(block: list[int], lane: int, rows: list[int]) -> None:
    """Charge what the first scoring row says that fits a side; rows in order, in each row the sides in order. Of rows
    for everybody, or for whoever has fewest points, it is the first that fits each.
    """
    done = False
    charged = 0
    outcome = 0
    for row in range(G.rows):
        base = row * ROW_WORDS
        who = signed(rows, base + ROW_SIDE)
        for side in range(G.sides):
            points = number(get(block, POINTS + side, lane))
            tricks = number(get(block, TRICKS + side, lane))
            tests = who == ANY_SIDE or who == side
            if G.each:
                tests = not done and tested(block, lane, who, side, charged)
                if tests:
                    points = shared(block, lane, POINTS, side)
                    tricks = shared(block, lane, TRICKS, side)
            if G.halves:
                half = signed(rows, base + ROW_HALF) == 1
                points = most_in_a_half(block, lane, side) if half else points
            fits = (
                not done
                and tests
                and points >= signed(rows, base + ROW_POINTS_LOW)
                and points <= signed(rows, base + ROW_POINTS_HIGH)
                and tricks >= signed(rows, base + ROW_TRICKS_LOW)
                and tricks <= signed(rows, base + ROW_TRICKS_HIGH)
            )
            if G.melds:
                fits = fits and (signed(rows, base + ROW_AHEAD) == 0 or is_ahead(block, lane, side))
            if G.each:
                outcome += (row + 1) * (fits and outcome == 0)
                charged |= (1 << side) * fits
                done = done or (fits and who != OF_EACH and who != OF_FEWEST)
            else:
                done = done or fits
                outcome += (row + 1) * fits
            for other in range(G.sides):
                own = other == side
                if G.each:
                    own = fits and together(block, lane, side, other)
                charge = signed(rows, base + ROW_PENALTY) if own else signed(rows, base + ROW_EYES)
                if G.dues:
                    charge = due(block, lane, rows, base, side, other)
                put(block, PENALTY + other, lane, add(get(block, PENALTY + other, lane), when(fits, word(charge))))
    put(block, OUTCOME, lane, word(outcome))


@text
def settle(block: list[int], lane: int, rows: list[int]) -> None:
    """Count the points of every side, apply the scoring rows, and then whatever goes before what the cards gave."""
    left = get(block, TALON, lane)
    if G.capture:
        left = word(unless_stopped(block, lane, left))
    for side in range(G.sides):
        won = get(block, WON + side, lane) | when(side == G.talon_to, left)
        put(block, POINTS + side, lane, word(points_of(block, lane, won)))
        put(block, PENALTY + side, lane, 0)
    if G.melds:
        count_brisques(block, lane)
    if G.buy:
        count_aside(block, lane)
    apply_rows(block, lane, rows)
    if G.melds:
        charge_scores(block, lane)
    if G.redeals or G.cuts:
        unplayed(block, lane)
    if G.capture:
        captured(block, lane)
    if G.kinds:
        for side in range(G.sides):
            more = word(challenged(block, lane, side))
            put(block, PENALTY + side, lane, add(get(block, PENALTY + side, lane), more))


@where("capture")
@text
def captured(block: list[int], lane: int) -> None:
    """Where a capture ended the deal, put what it is worth in the place of a count; points and tricks stay those of the
    tricks before.
    """
    ended = stopped(block, lane)
    losers = side_of(block, lane, number(get(block, CHARGED, lane)))
    eyes = word(0)
    for row in range(G.capture):
        eyes |= when(number(get(block, CAPTURE, lane)) == row + 1, get(block, CAPTURE_EYES + row, lane))
    for side in range(G.sides):
        charge = when(ended and side == losers, eyes)
        put(block, PENALTY + side, lane, charge | when(not ended, get(block, PENALTY + side, lane)))
    outcome = when(ended, word(G.rows + CAPTURED)) | when(not ended, get(block, OUTCOME, lane))
    put(block, OUTCOME, lane, outcome)
    put(block, LEADER, lane, when(ended, word(NOBODY)) | when(not ended, get(block, LEADER, lane)))


@where("redeals", "cuts")
@text
def unplayed(block: list[int], lane: int) -> None:
    """Where a deal ended without play, put that in the place of whatever the cards gave."""
    ended = number(get(block, ENDED, lane))
    kept = ended == 0
    if G.capture:
        kept = kept or ended == CAPTURED
    charged = side_of(block, lane, number(get(block, CHARGED, lane)))
    # An illegal answer while the cards were dealt stays one.
    fault = get(block, FAULT, lane)
    put(block, FAULT, lane, when(kept or number(fault) > G.tricks * G.seats, fault))
    put(block, OPENED, lane, when(kept, get(block, OPENED, lane)))
    for column in (FIRST, LEADER):
        put(block, column, lane, when(kept, get(block, column, lane)) | when(not kept, word(NOBODY)))
    for side in range(G.sides):
        for column in (WON, POINTS, TRICKS):
            put(block, column + side, lane, when(kept, get(block, column + side, lane)))
        penalty = when(kept, get(block, PENALTY + side, lane)) | when(
            not kept and side == charged, word(UNPLAYED_CHARGE)
        )
        put(block, PENALTY + side, lane, penalty)
    put(block, OUTCOME, lane, when(kept, get(block, OUTCOME, lane)) | when(not kept, word(G.rows + ended)))
