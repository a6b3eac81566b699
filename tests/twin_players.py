"""The slow, obvious twins of the policies that remember, written from what their docstrings say.

Like `twin` they work with names and lists and import nothing from the package.
"""

from collections.abc import Callable, Sequence

import twin
from twin import TRUMP, Situation


def first(asked: Situation, cards: Sequence[str]) -> str:
    """Return the card that comes first in yardstick order."""
    return twin.in_order(asked.game, cards)[0]


def most_worth(asked: Situation, cards: Sequence[str]) -> str:
    """Return the card worth most, the first among those worth the same."""
    best = None
    for card in twin.in_order(asked.game, cards):
        if best is None or twin.card_points(asked.game, card) > twin.card_points(asked.game, best):
            best = card
    assert best is not None
    return best


def is_trump(asked: Situation, card: str) -> bool:
    return twin.card_class(asked.game, card) == TRUMP


def trumps_of(asked: Situation, cards: Sequence[str]) -> list[str]:
    return [card for card in cards if is_trump(asked, card)]


def plain_of(asked: Situation, cards: Sequence[str]) -> list[str]:
    return [card for card in cards if not is_trump(asked, card)]


def same_class(asked: Situation, card: str, cards: Sequence[str]) -> list[str]:
    """Return those of the cards that are of the class of a card."""
    return [one for one in cards if twin.card_class(asked.game, one) == twin.card_class(asked.game, card)]


def unseen(asked: Situation) -> list[str]:
    """Return the cards that are neither played nor in the seat's own hand."""
    played = [card for trick in [*asked.before, asked.table] for _, card in trick]
    return [card for card in asked.game.pack if card not in played and card not in asked.hand]


def not_followed(asked: Situation, seat: int) -> list[str]:
    """Return the classes that a seat has not followed before."""
    found = []
    for trick in [*asked.before[asked.laid :], asked.table]:
        for one, card in trick[1:]:
            led = twin.card_class(asked.game, trick[0][1])
            if one == seat and twin.card_class(asked.game, card) != led:
                found.append(led)
    return found + asked.told.voids.get(seat, [])


def may_hold(asked: Situation, seat: int) -> list[str]:
    """Return the cards that a seat may hold."""
    missing, told = not_followed(asked, seat), asked.told
    elsewhere = [card for other, cards in told.holds.items() if other not in (seat, asked.seat) for card in cards]
    barred = [*elsewhere, *told.lacks.get(seat, [])]
    left = [card for card in unseen(asked) if twin.card_class(asked.game, card) not in missing]
    return [card for card in left if card not in barred]


def later(asked: Situation, ours: bool) -> list[int]:
    """Return the seats that play after the seat in this trick, of its own side or of others."""
    seats = len(asked.game.sides)
    mine = asked.game.sides[asked.seat]
    found = [(asked.seat + k) % seats for k in range(1, seats - len(asked.table))]
    return [seat for seat in found if (asked.game.sides[seat] == mine) == ours]


def held_by(asked: Situation, seats: Sequence[int]) -> list[str]:
    """Return the cards that any of some seats may hold."""
    held = [may_hold(asked, seat) for seat in seats]
    return [card for card in asked.game.pack if any(card in cards for cards in held)]


def opponents(asked: Situation) -> list[int]:
    mine = asked.game.sides[asked.seat]
    return [seat for seat, side in enumerate(asked.game.sides) if side != mine]


def masters(asked: Situation, cards: Sequence[str]) -> list[str]:
    """Return the cards that no unseen card of their class beats."""
    left = unseen(asked)
    return [c for c in cards if not any(twin.beats(asked.game, one, c) for one in same_class(asked, c, left))]


def on_table(asked: Situation) -> tuple[str, bool]:
    """Return the best card on the table, and whether it is that of the seat's own side."""
    cards = [card for _, card in asked.table]
    seat = twin.winner(asked.game, asked.table[0][0], cards)
    best = next(card for one, card in asked.table if one == seat)
    return best, asked.game.sides[seat] == asked.game.sides[asked.seat]


def winning(asked: Situation) -> list[str]:
    """Return the legal cards that would be winning."""
    best, _ = on_table(asked)
    return [card for card in asked.legal if twin.beats(asked.game, card, best)]


def threats(asked: Situation, card: str) -> list[str]:
    """Return the cards that beat a card and that opponents who play later may hold."""
    return [one for one in held_by(asked, later(asked, False)) if twin.beats(asked.game, one, card)]


# ---------------------------------------------------------------------------------------------------------------------
# partner, hunter, memory


def spared(asked: Situation, cards: Sequence[str]) -> str:
    """Return the card that `partner` can spare."""
    light = [card for card in cards if card[0] not in "AT"]
    for choice in (plain_of(asked, light), trumps_of(asked, light), cards):
        if choice:
            return first(asked, choice)
    raise ValueError("no card to spare")


def partner(asked: Situation) -> str:
    """Lead plain aces; feed what is won for certain, win with rich cards for certain, else win cheaply or spare."""
    if not asked.table:
        aces = [card for card in plain_of(asked, asked.legal) if card[0] == "A"]
        return first(asked, aces) if aces else spared(asked, asked.legal)

    best, ours = on_table(asked)
    if ours and not threats(asked, best):
        rich = [card for card in asked.legal if card[0] in "ATK"]
        return most_worth(asked, rich) if rich else spared(asked, asked.legal)
    rich = [card for card in winning(asked) if card[0] in "ATK" and not threats(asked, card)]
    if rich:
        return most_worth(asked, rich)
    if ours:
        return spared(asked, asked.legal)
    last = len(asked.table) == len(asked.game.sides) - 1
    points = sum(twin.card_points(asked.game, card) for _, card in asked.table)
    if winning(asked) and (not last or points >= 6):
        return first(asked, winning(asked))
    return spared(asked, asked.legal)


def hunter(asked: Situation) -> str:
    """Lead the first master among the trumps while opponents may have trumps, then plain masters."""
    if asked.table:
        return partner(asked)
    tops = masters(asked, asked.legal)
    if trumps_of(asked, held_by(asked, opponents(asked))):
        if trumps_of(asked, tops):
            return first(asked, trumps_of(asked, tops))
        aces = [card for card in plain_of(asked, asked.legal) if card[0] == "A"]
        return first(asked, aces) if aces else spared(asked, asked.legal)
    if plain_of(asked, tops):
        return most_worth(asked, plain_of(asked, tops))
    return spared(asked, asked.legal)


def memory(asked: Situation) -> str:
    """Lead masters that are likely to be followed."""
    if asked.table:
        return partner(asked)
    game = asked.game
    tops = masters(asked, asked.legal)
    dangerous = trumps_of(asked, held_by(asked, opponents(asked)))
    if not dangerous and tops:
        return most_worth(asked, tops)
    if dangerous and len(trumps_of(asked, tops)) >= len(dangerous):
        return twin.in_order(game, trumps_of(asked, tops))[-1]
    missing = [kind for seat in opponents(asked) for kind in not_followed(asked, seat)]
    followed = [card for card in asked.legal if twin.card_class(game, card) not in missing]
    praisers = game.trump_lead == "praiser_team"
    free = any(
        game.trump_lead == "all" or (praisers and game.sides[seat] == game.sides[game.leader])
        for seat in opponents(asked)
    )
    for card in twin.in_order(game, plain_of(asked, tops)):
        if card in followed and len(same_class(asked, card, unseen(asked))) >= (1 if free else 2):
            return card
    return spared(asked, followed or asked.legal)


# ---------------------------------------------------------------------------------------------------------------------
# expert


def keep(asked: Situation, card: str) -> int:
    """Return what a card is worth in the hand."""
    higher = [one for one in same_class(asked, card, unseen(asked)) if twin.beats(asked.game, one, card)]
    if is_trump(asked, card):
        worth = 4
        if card[0] == "Q":
            worth += 1
        if card[0] in "ATK":
            worth -= 4
        if not higher:
            worth += 10
        if len(higher) <= 1:
            worth += 4
        if len(higher) <= 2:
            worth += 5
        return worth
    worth = {"A": -1, "T": -1, "K": -3}.get(card[0], 1)
    if not higher and card[0] not in "AT":
        worth += 6
    if same_class(asked, card, asked.hand) == [card] and trumps_of(asked, asked.hand):
        worth -= 5
    return worth


def stands(asked: Situation, card: str) -> int:
    """Return the chance, in 64ths, that no later opponent beats a card that is winning."""
    led = asked.table[0][1]
    rivals = held_by(asked, later(asked, False))
    void = 64
    if not is_trump(asked, led) and same_class(asked, led, rivals):
        void = max(0, 64 - 40 * len(same_class(asked, led, unseen(asked))))
    better = threats(asked, card)
    ruffs = min(64, 13 * len(trumps_of(asked, better)))
    return max(0, 64 - 55 * len(plain_of(asked, better)) - void * ruffs // 64)


def chance_of_lead(asked: Situation, card: str) -> int:
    """Return the chance, in 64ths, of the trick that a card leads."""
    rivals = held_by(asked, opponents(asked))
    if any(twin.beats(asked.game, one, card) for one in same_class(asked, card, rivals)):
        return 9
    missing = [kind for seat in opponents(asked) for kind in not_followed(asked, seat)]
    out = twin.card_class(asked.game, card) in missing or not same_class(asked, card, unseen(asked))
    if not is_trump(asked, card) and trumps_of(asked, rivals) and out:
        return 9
    return 64


def chance_of_follow(asked: Situation, card: str) -> int:
    """Return the chance, in 64ths, of the trick that a card follows to."""
    led = asked.table[0][1]
    best, ours = on_table(asked)
    helpers = held_by(asked, later(asked, True))
    may_follow = bool(same_class(asked, led, helpers))
    if card in winning(asked):
        chance = stands(asked, card)
        help_ = (26 if may_follow else 47) if later(asked, True) else 0
        return chance + (64 - chance) * help_ // 64
    if ours:
        return stands(asked, best)
    better = [one for one in helpers if twin.beats(asked.game, one, best)]
    if better and not may_follow:
        return 57
    if same_class(asked, led, better):
        return 26 if is_trump(asked, led) else 35
    return 0


def snare(asked: Situation, card: str) -> int:
    """Return what a card gains or risks by a capture."""
    if asked.capture is None:
        return 0
    catcher, prey = asked.capture
    mine = asked.game.sides[asked.seat]
    theirs = [one for seat, one in asked.table if asked.game.sides[seat] != mine]
    hidden, rivals = unseen(asked), held_by(asked, later(asked, False))
    near = len(later(asked, False))
    if card == prey:
        if catcher in theirs:
            return -4096
        if catcher not in hidden:
            return 0
        if catcher not in rivals:
            return 1280
        plain_led = bool(asked.table) and not is_trump(asked, asked.table[0][1])
        return -near * (640 if plain_led else 1280)
    if card == catcher:
        if prey in theirs:
            return 4096
        if prey not in hidden:
            return 0
        chance = 64
        others = [one for one in trumps_of(asked, hidden) if one != prey]
        for _ in others[:12]:
            chance = chance * 2 // 3
        fits = not asked.table or bool(same_class(asked, asked.table[0][1], [card]))
        return -960 + (20 * chance * near if prey in rivals and fits else 0)
    if is_trump(asked, card):
        if not asked.table and catcher in asked.hand and prey in hidden:
            return 384
        if prey in asked.hand and catcher in hidden and len(trumps_of(asked, asked.hand)) <= 3:
            return -320
    return 0


def expert(asked: Situation) -> str:
    """Play the card of the greatest value."""
    best, most = "", 0
    for card in twin.in_order(asked.game, asked.legal):
        stake = twin.card_points(asked.game, card)
        if not asked.table:
            stake += 8
            chance = chance_of_lead(asked, card)
        else:
            stake += sum(twin.card_points(asked.game, one) for _, one in asked.table)
            if len(asked.table) < len(asked.game.sides) - 1:
                stake += 6
            chance = chance_of_follow(asked, card)
        value = stake * (2 * chance - 64) - 64 * keep(asked, card) + snare(asked, card)
        if not best or value > most:
            best, most = card, value
    return best


# ---------------------------------------------------------------------------------------------------------------------
# reader


def partners(asked: Situation) -> list[int]:
    mine = asked.game.sides[asked.seat]
    return [seat for seat, side in enumerate(asked.game.sides) if side == mine and seat != asked.seat]


def promised(asked: Situation) -> list[str]:
    """Return the cards that partners who play later are known to hold."""
    held = [card for seat in later(asked, True) for card in asked.told.holds.get(seat, [])]
    return [card for card in unseen(asked) if card in held]


def best_of(asked: Situation, cards: Sequence[str]) -> list[str]:
    """Return the highest card, if there is one."""
    return twin.in_order(asked.game, cards)[-1:]


def reader_leads(asked: Situation, card: str) -> int:
    """Return the chance, in 64ths, of the trick that a card leads."""
    kind = twin.card_class(asked.game, card)
    rivals = held_by(asked, opponents(asked))
    (best,) = best_of(asked, [card, *same_class(asked, card, promised(asked))])
    missing = [kind for seat in opponents(asked) for kind in not_followed(asked, seat)]
    out = kind in missing or not same_class(asked, card, unseen(asked))
    beaten = any(twin.beats(asked.game, one, best) for one in same_class(asked, card, rivals))
    if not beaten and not (not is_trump(asked, card) and trumps_of(asked, rivals) and out):
        return 64
    able = [seat for seat in partners(asked) if trumps_of(asked, may_hold(asked, seat))]
    ruffed = any(kind in asked.told.voids.get(seat, []) for seat in able)
    return 64 if ruffed and kind not in missing else 9


def reader_follows(asked: Situation, card: str) -> int:
    """Return the chance, in 64ths, of the trick that a card follows to."""
    chance = chance_of_follow(asked, card)
    best, _ = on_table(asked)
    helpers, led = held_by(asked, later(asked, True)), asked.table[0][1]
    cards = promised(asked)
    if same_class(asked, led, helpers):
        cards = same_class(asked, led, cards)
    sure = best_of(asked, [one for one in cards if twin.beats(asked.game, one, best)])
    return max(chance, stands(asked, sure[0])) if sure else chance


def reader(asked: Situation) -> str:
    """Play the card of the greatest value, as expert does, by what partners have signed."""
    best, most = "", 0
    for card in twin.in_order(asked.game, asked.legal):
        stake = twin.card_points(asked.game, card)
        if not asked.table:
            stake += 8
            chance = reader_leads(asked, card)
        else:
            stake += sum(twin.card_points(asked.game, one) for _, one in asked.table)
            if len(asked.table) < len(asked.game.sides) - 1:
                stake += 6
            chance = reader_follows(asked, card)
        value = stake * (2 * chance - 64) - 64 * keep(asked, card) + snare(asked, card)
        if not best or value > most:
            best, most = card, value
    return best


PLAYERS: dict[str, Callable[[Situation], str]] = {
    "partner": partner,
    "hunter": hunter,
    "memory": memory,
    "expert": expert,
    "reader": reader,
}
