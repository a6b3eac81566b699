"""Whole matches (rules.md, 1): a match in every lane, deal by deal; whoever has finished one begins the next.

The engine's seats count from the dealer's left, or from the dealer where he leads first, so that the leader of a later
deal is always seat 0; sides keep their numbers at the table.
"""

from __future__ import annotations

from goatsim.engine.bits import add, bit, enter, get, high, number, peek, poke, put, shl, shr, signed, when, word
from goatsim.engine.jit import text
from goatsim.engine.layout import (
    ACCOUNTS,
    AFTER_EGG,
    BEGINS,
    DEALER,
    DEALER_LEADS,
    DEALS_OF_A_MATCH,
    DECISIONS,
    EGG_MOVES,
    EGG_ROWS,
    EGGS,
    ENDED,
    ENTRIES,
    ENTRY,
    FATAL_ROWS,
    FAULT,
    FIRST_DEAL,
    INDEX,
    LANES,
    LATER_LEADS,
    LEADER,
    LOSERS,
    LUCY_ROWS,
    LUCY_SCORES,
    LUCY_WINS,
    MATCH,
    MOST_WINS,
    MULTIPLIER,
    NOBODY,
    OUTCOME,
    PENALTY,
    PLAYED,
    POINTS,
    SCORE,
    SEATED,
    SEATED_FROM,
    SIDES,
    START_DEALER,
    START_FIRST,
    START_SCORE,
    TAIL,
    TAIL_MIN,
    TARGET,
    TRICKS,
    WEIGHTS,
    WINNER_LEADS,
    G,
)
from goatsim.engine.philox import FIRST_DEALER, philox
from goatsim.engine.program import DEALS, DONE, FAULTY, FAULTY_LANE, STOP
from goatsim.engine.settle import challenged
from goatsim.engine.stocks import book_stocks, move_accounts, open_accounts

PATIENCE = 10_000
"""Deals that the matches at hand are still given to end after the call to stop; some game may need for ever."""

MOST_DEALS = (1 << DEALS_OF_A_MATCH) - 1
"""Deals of a match; the index of a further one would be that of a deal of the next match."""


@text
def take_seats(block: list[int], lane: int, terms: list[int]) -> None:
    """Seat the players of a lane from the one who leads first on, and say which deal comes next."""
    begins = number(get(block, DEALER, lane)) + signed(terms, SEATED_FROM)
    later = signed(terms, LATER_LEADS) * (get(block, PLAYED, lane) != word(0))
    if later == DEALER_LEADS:
        begins = number(get(block, DEALER, lane))
    elif later == WINNER_LEADS:
        # The seats of the deal that is over still count from whoever led it first.
        begins = number(get(block, BEGINS, lane)) + number(get(block, LEADER, lane))
    begins -= G.seats * (begins >= G.seats)
    put(block, BEGINS, lane, word(begins))
    sides = word(0)
    entries = signed(terms, ENTRIES)
    for place in range(G.seats):
        at = begins + place
        at -= G.seats * (at >= G.seats)
        sides |= shl(shr(peek(terms, SEATED), 4 * at) & word(15), 4 * place)
        if entries != 0:
            for decision in range(DECISIONS):
                entry = peek(entries, (DECISIONS + 1) * at + decision)
                put(block, ENTRY + DECISIONS * place + decision, lane, entry)
            put(block, WEIGHTS + place, lane, peek(entries, (DECISIONS + 1) * at + DECISIONS))
    put(block, SIDES, lane, sides)
    if G.buy:
        put(block, ACCOUNTS, lane, sides)
    index = shl(get(block, MATCH, lane), DEALS_OF_A_MATCH)
    put(block, INDEX, lane, add(index, get(block, PLAYED, lane)))


@text
def begin_match(block: list[int], lane: int, terms: list[int], seed: int, match: int) -> None:
    """Begin a match in a lane."""
    dealer = signed(terms, START_DEALER)
    if dealer == NOBODY:
        a, _, _, _ = philox(seed, number(shl(word(match), DEALS_OF_A_MATCH)), 0, FIRST_DEALER, 0)
        dealer = number(high(a, word(G.seats)))
    put(block, MATCH, lane, word(match))
    put(block, PLAYED, lane, 0)
    put(block, DEALER, lane, word(dealer))
    put(block, MULTIPLIER, lane, 1)
    put(block, EGGS, lane, 0)
    put(block, LOSERS, lane, 0)
    put(block, TAIL, lane, 0)
    put(block, FIRST_DEAL, lane, peek(terms, START_FIRST))
    for side in range(G.sides):
        put(block, SCORE + side, lane, peek(terms, START_SCORE + side))
    if G.ledger:
        open_accounts(block, lane)
    take_seats(block, lane, terms)


@text
def charge(block: list[int], lane: int, terms: list[int], side: int, eyes: int) -> None:
    """Write something against a side; it loses where that reaches the target."""
    total = number(get(block, SCORE + side, lane)) + eyes
    put(block, SCORE + side, lane, word(total))
    # Where a tie at the target is played on, whoever is charged nothing does not lose by that.
    if eyes > 0 and total >= signed(terms, TARGET):
        put(block, LOSERS, lane, get(block, LOSERS, lane) | shl(bit(0), side))


@text
def book(block: list[int], lane: int, terms: list[int], egg: bool) -> None:
    """Book what a deal that was counted charges: an egg nothing, a lucy what the rules say."""
    target = signed(terms, TARGET)
    outcome = number(get(block, OUTCOME, lane))
    fatal = outcome > 0 and signed(terms, FATAL_ROWS) >> (outcome - 1) & 1 == 1
    lucy = signed(terms, LUCY_WINS) == 1 and outcome > 0 and signed(terms, LUCY_ROWS) >> (outcome - 1) & 1 == 1
    eyes = number(get(block, MULTIPLIER, lane))
    for side in range(G.sides):
        # A lucy and a tail are things between two sides.
        other = G.sides - 1 - side
        before_deal = challenged(block, lane, side)
        due = number(get(block, PENALTY + side, lane)) - before_deal
        before = number(get(block, SCORE + side, lane))
        if lucy and get(block, TRICKS + side, lane) == word(0):
            if get(block, SCORE + other, lane) == word(0):
                charge(block, lane, terms, side, target - before)
            else:
                put(block, SCORE + other, lane, 0)
                charge(block, lane, terms, side, due * eyes * signed(terms, LUCY_SCORES))
        elif due > 0:
            charge(block, lane, terms, side, target - before if fatal else due * eyes)
        if G.sides == 2 and get(block, LOSERS, lane) & shl(bit(0), side) != word(0):
            # A challenge of the same deal came after the score that counts.
            near = before - before_deal == target - 2
            rich = number(get(block, POINTS + other, lane)) >= signed(terms, TAIL_MIN)
            alone = get(block, LOSERS, lane) == shl(bit(0), side)
            put(block, TAIL, lane, word(1 * (near and rich and alone)))
    if not egg:
        put(block, MULTIPLIER, lane, 1)


@text
def break_tie(block: list[int], lane: int) -> None:
    """Where both sides have reached the target, let the one with more win; the match goes on if they are equal."""
    first = get(block, SCORE, lane)
    second = get(block, SCORE + 1, lane)
    if get(block, LOSERS, lane) == word(3):
        # What is charged to a side is what the other one has scored.
        put(block, LOSERS, lane, when(first > second, word(1)) | when(second > first, word(2)))


@text
def advance(block: list[int], lane: int, terms: list[int]) -> int:
    """Book the deal that a lane has played and seat it for the next one. Returns one bit for each side that has lost
    the match, or 0.
    """
    put(block, PLAYED, lane, add(get(block, PLAYED, lane), bit(0)))
    put(block, FIRST_DEAL, lane, 0)
    for side in range(G.sides):
        charge(block, lane, terms, side, challenged(block, lane, side))
    outcome = number(get(block, OUTCOME, lane))
    egg = False
    if G.ledger:
        book_stocks(block, lane, terms)
    elif get(block, LOSERS, lane) == word(0):
        if get(block, ENDED, lane) != word(0):
            for side in range(G.sides):
                due = number(get(block, PENALTY + side, lane)) - challenged(block, lane, side)
                charge(block, lane, terms, side, due)
        else:
            egg = outcome > 0 and signed(terms, EGG_ROWS) >> (outcome - 1) & 1 == 1
            if egg:
                put(block, EGGS, lane, add(get(block, EGGS, lane), bit(0)))
                put(block, MULTIPLIER, lane, peek(terms, AFTER_EGG))
            book(block, lane, terms, egg)
            if signed(terms, MOST_WINS) == 1:
                break_tie(block, lane)
    if not egg or signed(terms, EGG_MOVES) == 1:
        dealer = number(get(block, DEALER, lane)) + 1
        put(block, DEALER, lane, word(dealer - G.seats * (dealer >= G.seats)))
    take_seats(block, lane, terms)
    return number(get(block, LOSERS, lane))


@text
def hand_over(block: list[int], lane: int, other: int) -> None:
    """Let a lane go on with the match of another one."""
    for column in (INDEX, FIRST_DEAL, MATCH, PLAYED, DEALER, BEGINS, MULTIPLIER, EGGS, LOSERS, TAIL, SIDES):
        put(block, column, lane, get(block, column, other))
    if G.buy:
        put(block, ACCOUNTS, lane, get(block, ACCOUNTS, other))
    for side in range(G.sides):
        put(block, SCORE + side, lane, get(block, SCORE + side, other))
    if G.ledger:
        move_accounts(block, other, block, lane)
    for k in range(DECISIONS * G.seats):
        put(block, ENTRY + k, lane, get(block, ENTRY + k, other))
    for seat in range(G.seats):
        put(block, WEIGHTS + seat, lane, get(block, WEIGHTS + seat, other))


@text
def note(block: list[int], lane: int, results: list[int], place: int) -> None:
    """Write the result of a match that is over into a lane of the results."""
    for column in (MATCH, PLAYED, EGGS, LOSERS, TAIL):
        put(results, column, place, get(block, column, lane))
    for side in range(G.sides):
        put(results, SCORE + side, place, get(block, SCORE + side, lane))
    if G.ledger:
        move_accounts(block, lane, results, place)


@text
def run_matches(
    driver: int,
    block: list[int],
    env: list[int],
    terms: list[int],
    results: list[int],
    measure: int,
    told: list[int],
    seed: int,
    first: int,
    matches: int,
    state: list[int],
) -> None:
    """Play matches `first .. first + matches - 1`, measure and tally them. `results`: a table whose one word is the
    address of a block for matches that are over; `measure`: the entry point of `evaluate`. Told to stop, it begins no
    more and ends those at hand.
    """
    into = signed(results, 0)
    upcoming = first
    active = min(LANES, matches)
    patience = PATIENCE
    for lane in range(active):
        begin_match(block, lane, terms, seed, upcoming)
        upcoming += 1
    done = 0
    deals = 0
    while active > 0 and patience > 0 and signed(state, FAULTY) == 0:
        if signed(state, STOP) != 0:
            patience -= 1
        enter(driver, block, env, 0, active)
        for lane in range(active):
            endless = number(get(block, PLAYED, lane)) == MOST_DEALS
            if endless or get(block, FAULT, lane) != word(0):
                after = number(get(block, MATCH, lane)) - first
                if signed(state, FAULTY) == 0 or after < signed(state, FAULTY_LANE):
                    poke(state, FAULTY, 1)
                    poke(state, FAULTY_LANE, after)
        over = 0
        left = active
        # From the last lane on, so that a lane whose match moves to another one has had its turn.
        for back in range(active):
            lane = active - 1 - back
            if advance(block, lane, terms) != 0:
                note(block, lane, into, over)
                deals += number(get(block, PLAYED, lane))
                over += 1
                if upcoming < first + matches and signed(state, STOP) == 0:
                    begin_match(block, lane, terms, seed, upcoming)
                    upcoming += 1
                else:
                    left -= 1
                    if lane != left:
                        hand_over(block, lane, left)
        active = left
        if signed(state, FAULTY) == 0:
            enter(measure, results, told, over, 0)
            done += over
            poke(state, DONE, done)
            poke(state, DEALS, deals)
