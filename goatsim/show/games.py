"""The rules of a game as text for people, and as a JSON object."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.cards import uncopied
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
    lines += ["", look.bold("Cards"), *_cards(rules, look), "", look.bold("What a deal is worth"), *_scoring(rules)]
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
    "none": "the first card of the first hand, turned up one by one, that is none of these",
    "stock": "a card of the stock, which is shown",
    "last_of_stock": "the last card of the stock, which lies open",
    "last_card": "the last card that the dealer is dealt first, which is turned up",
}
"""Which card turned up makes its suit trump."""

LEDGERS = {
    "losers": "a loser's is charged",
    "pairs": "a loser has one for every opponent, of which the winner's is charged",
    "winner": "what the others lose is taken from the winner's, who wants to be rid of it",
}
"""Whose account a deal is booked in."""


def _cards(rules: Rules, look: Look) -> list[str]:
    sides = [side_words(rules.sides, side) for side in range(rules.side_count)]
    leads = "deals and leads" if rules.dealer_leads else "leads"
    players = f"{many(rules.seats, 'player')}: {' against '.join(sides)}; seat {rules.first_leader} {leads} first"
    dealt = f"{rules.hand_size} to each player{', and as many again when those are played' * (rules.halves > 1)}"
    pack = f"{len(rules.pack)} cards{', two of each' * rules.double}, {dealt}, {many(rules.tricks, 'trick')}"
    if rules.draw:
        pack += f"; the {many(rules.talon_size, 'card')} left over are a stock, of which each draws one after a trick"
    elif rules.talon_size:
        owner = "count for nobody" if rules.talon_to == "none" else f"count for side {rules.talon_to}"
        if rules.buys:
            owner = "are a talon that can be bought"
        pack += f"; the {many(rules.talon_size, 'card')} left over {owner}"
    trumps = f"{' '.join(look.card(card) for card in rules.trumps)} ({len(rules.trumps)}, high to low)"
    rows = [("players", players), ("pack", pack), ("trumps", trumps if rules.trumps else "none")]
    if rules.turns_up:
        rows.append(("", f"and {'below them ' * bool(rules.trumps)}the suit of {TURNED[rules.turned]}"))
    for place, cards in enumerate(rules.plain.values()):
        suit = " ".join(look.card(card) for card in uncopied(cards))
        rows.append(("" if place else "plain", suit if place else f"{suit} (high to low)"))
    if rules.follow == "free":
        rows.append(("follow", "any card may be played"))
    rows.append(("points", _points(rules)))
    if rules.stocks:
        begin = f"every side begins a match with one of {rules.options['target']}"
        rows.append(("stocks", f"{begin}; {LEDGERS[rules.ledger]}"))
    return [f"  {name:8}{text}".rstrip() for name, text in rows]


def _points(rules: Rules) -> str:
    worth: dict[int, list[str]] = {}
    for rank in dict.fromkeys(card[0] for card in rules.pack):
        cards = [card for card in rules.pack if card[0] == rank]
        same = len({rules.card_points(card) for card in cards}) == 1
        for name, card in [(rank, cards[0])] if same else [(card, card) for card in cards]:
            if rules.card_points(card):
                worth.setdefault(rules.card_points(card), []).append(name)
    parts = [f"{' '.join(names)} {points}" for points, names in sorted(worth.items(), reverse=True)]
    return f"{', '.join(parts)}; {rules.total_points} in all" if parts else "no card counts"


def _scoring(rules: Rules) -> list[str]:
    rows = [[row.outcome.replace("_", " "), row_words(row, rules), worth_words(row)] for row in rules.scoring_rows()]
    lines = aligned(rows, indent=2).split("\n")
    captures = [
        f"  {row.card} takes {row.takes} of another side in a trick: the deal ends, {many(row.eyes, 'eye')} (a capture)"
        for row in rules.capture_rows()
    ]
    return ["  The first line that fits a side counts.", *lines, *captures]


def row_words(row: ResolvedRow, rules: Rules) -> str:
    """Return in words which side a scoring row fits: ``a side with 61 to 90 points``."""
    several = {"soloist": "the soloist", "defenders": "the defenders together", "each": "a player, where nobody buys,"}
    who = "a side" if row.side is None else side_words(rules.sides, row.side)
    if row.of != "side":
        who = several[row.of] if rules.buys else "a side by itself"
    if row.ahead:
        return f"{who} that has scored more than the other"
    parts = [
        text
        for text in (
            _range(row.points, rules.total_points, "point"),
            _range(row.tricks, rules.tricks, "trick"),
        )
        if text
    ]
    half = " in either half of the pack" * row.half
    return f"{who} with {' and '.join(parts)}{half}" if parts else f"{who} in any case"


def _range(bounds: tuple[int, int], total: int, what: str) -> str:
    least, most = bounds
    if (least, most) == (0, total):
        return ""
    if least == most == 0:
        return f"no {what}"
    if least == most:
        return f"all {many(total, what)}" if least == total else f"exactly {many(least, what)}"
    if most == total:
        return f"{many(least, what)} or more"
    return f"{many(most, what)} or fewer" if least == 0 else f"{least} to {many(most, what)}"


def worth_words(row: ResolvedRow) -> str:
    """Return in words what a scoring row is worth."""
    parts = []
    if row.eyes and row.of == "side":
        less = "" if row.dealer is None else f", {row.dealer} from the dealer's side"
        parts.append(f"{many(row.eyes, 'eye')}{less}")
    elif row.eyes:
        parts.append(f"penalty {row.eyes} for everybody else")
    if row.penalty:
        parts.append(f"penalty {row.penalty} for itself")
    return (" and ".join(parts) or "nothing") + ", and it has lost the match" * row.fatal


def _option(option: OptionLine, look: Look) -> list[str]:
    mark = " " if option.built else "!"
    default = "the default" if option.value == option.default else f"default {option.default}"
    head = f"{mark} {look.bold(option.option)} = {option.value}  ({default}; {option.values}; {option.source})"
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
