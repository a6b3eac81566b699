"""The rules of a game as text for people, and as a JSON object."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.cards import uncopied
from goatsim.engine.melding import LAST_TRICK_POINTS, SEVEN_POINTS
from goatsim.errors import RequestError
from goatsim.games import OptionLine, ResolvedRow, Rules, changed, describe
from goatsim.show.look import PLAIN, Look
from goatsim.show.melding import meld_lines
from goatsim.show.tables import aligned
from goatsim.show.text import capital, listed, many, rules_words, side_words


def game_row(rules: Rules) -> dict[str, Any]:
    """Return one row of the list of games."""
    return {"rules": rules.origin, "title": rules.title, "playable": unplayable(rules) is None}


def games_text(games: Sequence[Mapping[str, Any]]) -> str:
    """Return the list of games: name, title, and which of them this version cannot play as they stand."""
    notes = {True: "", False: "(this version cannot play all its default options yet)"}
    return aligned([[game["rules"], game["title"], notes[game["playable"]]] for game in games])


def game_text(rules: Rules, look: Look = PLAIN) -> str:
    """Return everything a player needs to know about a game: cards, scoring in words, and every option by section."""
    lines = [look.bold(f"{rules_words(rules.origin, changed(rules))}: {rules.title or 'a game'}")]
    lines += textwrap.wrap(rules.text, look.width)
    reason = unplayable(rules)
    if reason:
        lines += textwrap.wrap(f"Not in this version: {reason}.", look.width)
    lines += [
        "",
        look.bold("Cards"),
        *_cards(rules, look),
        "",
        look.bold("What a deal is worth"),
        *_scoring(rules, look),
    ]
    for section, options in describe(rules):
        lines += ["", look.bold(f"Options: {section[:1].lower()}{section[1:]}")]
        for option in options:
            lines += _option(option, look)
    if any(not option.built for _, options in describe(rules) for option in options):
        lines += ["", "! This version cannot play the option's value yet."]
    return "\n".join(lines)


def game_json(rules: Rules) -> dict[str, Any]:
    """Return the rules as a JSON object: cards, scoring rows in numbers, and every option."""
    return {
        "rules": rules.origin,
        "title": rules.title,
        "text": rules.text,
        "playable": unplayable(rules) is None,
        "changed": changed(rules),
        "pack": uncopied(rules.pack),
        "sides": list(rules.sides),
        "hand_size": rules.hand_size,
        "halves": rules.halves,
        "first_leader": rules.first_leader,
        "talon": rules.talon_size,
        "talon_to": rules.talon_to,
        "draw": rules.draw,
        "dealer_leads": rules.dealer_leads,
        "egg_moves_deal": rules.egg_moves_deal,
        "most_wins": rules.most_wins,
        "double": rules.double,
        "trumps": uncopied(rules.trumps),
        "turned": "first_hand" if rules.turns_up and rules.turned == "none" else rules.turned,
        "follow": rules.follow,
        "stocks": rules.stocks,
        "ledger": rules.ledger,
        "plain": {suit: uncopied(cards) for suit, cards in rules.plain.items()},
        "points": {card: rules.card_points(card) for card in uncopied(rules.pack)},
        "melds": [{"meld": name, "cards": cards, "points": int(points)} for name, cards, points in meld_lines(rules)],
        "scoring": [
            {**row._asdict(), "points": list(row.points), "tricks": list(row.tricks)} for row in rules.scoring_rows()
        ],
        "capture": [row._asdict() for row in rules.capture_rows()],
        "turns_up": rules.turns_up,
        "options": options_rows(rules),
    }


def options_rows(rules: Rules) -> list[dict[str, Any]]:
    """Return one row an option, with its section."""
    return [{"section": section, **line._asdict()} for section, lines in describe(rules) for line in lines]


def unplayable(rules: Rules) -> str | None:
    """Return why this version cannot play the rules, or None if it can."""
    try:
        rules.require_built()
    except RequestError as error:
        return str(error)
    return None


TURNED = {
    "none": "that is turned up: of the first card of the first hand that is none of these",
    "stock": "of a card of the stock, which is shown",
    "last_of_stock": "of the last card of the stock, which lies open",
    "last_card": "of the dealer's last card of the first half, which is turned up",
}
"""Which card turned up makes its suit trump."""
CUT = "of the card at which the pack is cut, which may come into a hand"

FOLLOW = {
    "suit": "a trump led asks for trumps, a plain card for its suit; who has none plays any card",
    "strict_after_stock": "any card while there is a stock; then the suit led, with a card that wins if possible, "
    "without that suit a trump, and without either any card",
    "free": "any card may be played",
}
"""What may be played to a lead."""


def _player(rules: Rules) -> str:
    """What a side is called: a player where nobody has a partner."""
    return "player" if rules.side_count == rules.seats else "side"


def _cards(rules: Rules, look: Look) -> list[str]:
    sides = [side_words(rules.sides, side) for side in range(rules.side_count)]
    leads = "deals and leads" if rules.dealer_leads else "leads"
    players = f"{many(rules.seats, 'player')}: {' against '.join(sides)}; seat {rules.first_leader} {leads} first"
    trumps = f"{' '.join(look.card(card) for card in rules.trumps)} ({len(rules.trumps)}, high to low)"
    rows = _wrapped("players", players, look) + _wrapped("pack", _pack(rules), look)
    if rules.trumps or not rules.turns_up:
        rows.append(("trumps", trumps if rules.trumps else "none"))
    if rules.turns_up:
        turned = CUT if rules.options.get("trump") == "cut_card" else TURNED[rules.turned]
        below = f"{'and below them ' * bool(rules.trumps)}the suit {turned}"
        rows += _wrapped("" if rules.trumps else "trumps", below, look)
    order = "high to low; so are the trumps of the suit" if rules.turns_up else "high to low"
    for place, cards in enumerate(rules.plain.values()):
        suit = " ".join(look.card(card) for card in uncopied(cards))
        rows.append(("" if place else "plain", suit if place else f"{suit} ({order})"))
    if "sets" in rules.phases:
        rows += _wrapped("sets", _sets(rules), look)
    else:
        rows += _wrapped("follow", FOLLOW[rules.follow], look)
    rows.append(("points", _points(rules)))
    if rules.stocks:
        rows += _wrapped("stocks", _stocks(rules), look)
    return [f"  {name:8}{text}".rstrip() for name, text in rows]


def _wrapped(name: str, text: str, look: Look) -> list[tuple[str, str]]:
    """Return text without colours as rows, `name` before the first of them."""
    lines = textwrap.wrap(text, look.width - 10)
    return [("" if place else name, line) for place, line in enumerate(lines)]


def _sets(rules: Rules) -> str:
    """How sets of cards are led and answered."""
    ranks = ", or two to four of one rank," if rules.options.get("rank_leads") == "on" else ""
    return (
        f"one to four cards of one suit{ranks} are led together; an answer of as many cards either beats the best set "
        "so far, each card one of it, or lies face down; nobody need beat"
    )


def _pack(rules: Rules) -> str:
    sets = "sets" in rules.phases
    dealt = f"{rules.hand_size} to each player{', and as many again when those are played' * (rules.halves > 1)}"
    tricks = f"{'at most ' * sets}{many(rules.tricks, 'trick')}"
    pack = f"{len(rules.pack)} cards{', two of each' * rules.double}, {dealt}, {tricks}"
    if not rules.talon_size:
        return pack
    left = f"the {many(rules.talon_size, 'card')} left over"
    if rules.draw:
        drawn = f"draws up to {rules.hand_size} again" if sets else "draws one"
        return f"{pack}; {left} are a stock, of which each {drawn} after a trick, the winner first"
    owner = "count for nobody" if rules.talon_to == "none" else f"count for side {rules.talon_to}"
    return f"{pack}; {left} {'are a talon that can be bought' if rules.buys else owner}"


def _stocks(rules: Rules) -> str:
    who, target = _player(rules), rules.options["target"]
    if rules.ledger == "pairs":
        return f"what each {who} takes from each other is counted by itself; {target} taken from one win the match"
    begin = f"every {who} begins a match with a stock of {target}"
    if rules.ledger == "winner":
        return f"{begin}; what the others lose is taken off the winner's own, and whoever empties that wins the match"
    return f"{begin}; what a {who} loses is taken off its stock, and whoever empties one wins the match"


def _points(rules: Rules) -> str:
    worth: dict[int, list[str]] = {}
    for rank in dict.fromkeys(card[0] for card in rules.pack):
        cards = [card for card in rules.pack if card[0] == rank]
        same = len({rules.card_points(card) for card in cards}) == 1
        for name, card in [(rank, cards[0])] if same else [(card, card) for card in cards]:
            if rules.card_points(card):
                worth.setdefault(rules.card_points(card), []).append(name)
    parts = [
        f"{' '.join(names)} {points}{' each' * (len(names) > 1)}"
        for points, names in sorted(worth.items(), reverse=True)
    ]
    named = " (brisques)" * bool(rules.meld)
    return f"{', '.join(parts)}; {rules.total_points} in all{named}" if parts else "no card counts"


def _scoring(rules: Rules, look: Look) -> list[str]:
    who = _player(rules)
    rows = [
        [row.outcome.replace("_", " "), row_words(row, rules), worth_words(row, rules)] for row in rules.scoring_rows()
    ]
    if rules.meld:
        # What counts are the scores; winning the deal itself is worth nothing.
        rows = [row[:2] for row in rows]
    lines = [f"  The first line that fits a {who} counts.", *aligned(rows, indent=2).split("\n")]
    lines += [
        f"  {row.card} takes {row.takes} of another side in a trick: the deal ends, {many(row.eyes, 'eye')} (a capture)"
        for row in rules.capture_rows()
    ]
    return [*_melds(rules, look), *lines] if rules.meld else lines


def _melds(rules: Rules, look: Look) -> list[str]:
    """What a score is made of in a game with melds."""
    rows = _wrapped("melds", "one for whoever wins a trick while there is a stock, before drawing:", look)
    melds = aligned(meld_lines(rules), right=[2]).split("\n")
    rows += [("", line) for line in melds]
    rank = rules.seven_rank
    if rank:
        again = ", and again when played" * (rules.options.get("seven_score") == "every_event")
        each = SEVEN_POINTS
        sevens = (
            f"{each} for a {rank} of trumps that is declared after winning a trick{again}, or else played, while there "
            f"is a stock; {each} for exchanging one for the card turned up; {each} for the dealer who turns one up"
        )
        rows += _wrapped("sevens", sevens, look)
    last = rules.options.get("last_trick")
    if last:
        rows.append(("last", f"{LAST_TRICK_POINTS} for trick {last}"))
    parts = ["melds", "brisques", *["sevens"] * bool(rank), *["the last trick"] * bool(last)]
    scored = f"  Both score {listed(parts)}, and all of it counts in the match."
    return [scored, *(f"  {name:8}{text}".rstrip() for name, text in rows)]


def row_words(row: ResolvedRow, rules: Rules) -> str:
    """Return in words which side a scoring row fits: ``a side with 61 to 90 points``; where a row is named after what
    the other of two sides has done, ``against a side with 31 to 59 points``.
    """
    several = {
        "soloist": "the soloist",
        "defenders": "the defenders together",
        "each": "a player, where nobody buys,",
        "fewest": "whoever has fewest points,",
    }
    who = f"a {_player(rules)}" if row.side is None else side_words(rules.sides, row.side)
    who = several.get(row.of, who)
    if row.ahead:
        return f"{who} that has scored more than the other"
    parts = [
        text
        for text in (
            _range(row.points, rules.total_points, "point"),
            _range(row.tricks, rules.tricks, "trick", named="sets" not in rules.phases),
        )
        if text
    ]
    half = " in either half of the pack" * row.half
    against = "against " * _told_of_the_other(row, rules)
    return f"{against}{who} with {' and '.join(parts)}{half}" if parts else "in any other case"


def _told_of_the_other(row: ResolvedRow, rules: Rules) -> bool:
    """Whether a row tests the side that pays, of two, so that the other gets eyes for it."""
    return row.of == "side" and row.side is None and rules.side_count == 2 and row.penalty > 0 and not row.eyes


def _range(bounds: tuple[int, int], total: int, what: str, *, named: bool = True) -> str:
    """Say which numbers lie within bounds. `named`: how many they are in all is known beforehand."""
    least, most = bounds
    if (least, most) == (0, total):
        return ""
    if least == most == 0:
        return f"no {what}"
    if least == most == total:
        return f"all {many(total, what)}" if named else f"all {what}s"
    if least == most:
        return f"exactly {many(least, what)}"
    if most == total:
        return f"{many(least, what)} or more"
    return f"{many(most, what)} or fewer" if least == 0 else f"{least} to {many(most, what)}"


def worth_words(row: ResolvedRow, rules: Rules) -> str:
    """Return in words what a scoring row is worth: eyes of two sides, else what is charged to whom, or taken from whose
    stock.
    """
    parts = []
    every = f"every other {_player(rules)}"
    if row.eyes and rules.stocks:
        parts.append(f"{row.eyes} from {every}{'' if row.dealer is None else f', {row.dealer} from the dealer'}")
    elif row.eyes and rules.side_count == 2:
        parts.append(many(row.eyes, "eye"))
    elif row.eyes:
        parts.append(f"penalty {row.eyes} for {every}{'' if row.dealer is None else f', {row.dealer} for the dealer'}")
    if row.penalty and _told_of_the_other(row, rules):
        parts.append(many(row.penalty, "eye"))
    elif row.penalty:
        parts.append(f"penalty {row.penalty} for itself")
    return (" and ".join(parts) or "nothing") + ", and it has lost the match" * row.fatal


def _option(option: OptionLine, look: Look) -> list[str]:
    mark = " " if option.built else "!"
    default = "the default" if option.value == option.default else f"default {option.default}"
    choice = "always" if option.values == option.value else f"{default}; {option.values}"
    head = f"{mark} {look.bold(option.option)} = {option.value}  ({choice}; {option.source})"
    return [head, *textwrap.wrap(option.text, look.width, initial_indent=" " * 6, subsequent_indent=" " * 6)]


def played_text(rules: Rules, outcomes: dict[str, int], mean_points: list[float]) -> str:
    """Return what a thousand deals of a person's own game showed: outcomes that came, that never came, mean points."""
    deals = sum(outcomes.values())
    came = [f"{name.replace('_', ' ')} {count}" for name, count in outcomes.items() if count]
    means = [f"{side_words(rules.sides, side)} {mean:.1f}" for side, mean in enumerate(mean_points)]
    lines = [f"Checked by playing {deals} deals: {listed(came)}", capital(f"mean points: {', '.join(means)}")]
    missed = [row.outcome for row in rules.scoring_rows() if not outcomes.get(row.outcome)]
    if missed:
        lines.append(f"Never seen in these deals: {listed(dict.fromkeys(missed))}")
    return "\n".join(lines)
