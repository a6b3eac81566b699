"""Records of every game, as its slow twin plays and tells it: nothing is compiled, and nothing of the engine's is in
them but the cards of `classic`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import twin_bezique
import twin_bezique_match
import twin_bura
import twin_bura_match
import twin_ledgers
import twin_match
import twin_melds
import twin_six
import twin_stock
import twin_three
import twin_valts
from praise_players import PAIRS

from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import load
from goatsim.records import Record
from goatsim.records.parts import Match
from goatsim.runs.steps import dealt

Told = dict[str, Any]
Twin = Callable[[dict[str, Any], int, int], list[Told]]

OTHER_WORDS = {"less": "for_less"}
"""Outcomes that the twin of `three` calls otherwise."""


def classic(options: dict[str, Any], seed: int, number: int) -> list[Told]:
    game = game_of(load("classic", options))

    def hands(index: int, attempt: int) -> Any:
        return dealt(game, seed, index, attempt)[0]

    players = [PAIRS["chancer"].player] * 4
    return twin_match.play(twin_match.Options(**options), hands, players, seed, number)[0]


def of_cards(play: Any, made: Callable[..., Any], options: dict[str, Any], seed: int, number: int) -> list[Told]:
    found: list[Told] = play(made(**options), ["random"], seed, number)[0]
    return found


def bura(made: twin_bura.Options, options: dict[str, Any], seed: int, number: int) -> list[Told]:
    told = twin_bura.Options(**{**vars(made), **options})
    return twin_bura_match.play(told, [twin_bura.random_player()] * told.players, seed, number)[0]


def bezique(options: dict[str, Any], seed: int, number: int) -> list[Told]:
    players = [twin_bezique.low_player(), twin_bezique.random_player()]
    return twin_bezique_match.play(twin_melds.Options(**options), players, seed, number)[0]


TWINS: dict[str, Twin] = {
    "classic": classic,
    "six": partial(of_cards, twin_ledgers.play_six, twin_six.Six),
    "three": partial(of_cards, twin_ledgers.play_three, twin_three.Options),
    "stock": partial(of_cards, twin_ledgers.play_stock, twin_stock.Options),
    "turnup": partial(of_cards, twin_ledgers.play_six, twin_six.Turnup),
    "clubs": partial(of_cards, twin_ledgers.play_six, twin_six.Clubs),
    "valts": partial(of_cards, twin_ledgers.play_valts, twin_valts.Options),
    "bura": partial(bura, twin_bura.bura()),
    "bura-hammer": partial(bura, twin_bura.bura_hammer()),
    "bura-two": partial(bura, twin_bura.bura_two()),
    "bezique": bezique,
}


def record_of(game: str, options: dict[str, Any], seed: int, said: Told) -> Told:
    """A deal of a match in the form of a record, with its number."""
    rules = load(game, options)
    told = {key: value for key, value in said.items() if key in Record.model_fields and value not in (None, [], (), {})}
    told |= {"game": game, "options": options, "seed": seed, "tricks": said["tricks"], "match": match_of(said["match"])}
    # What some twins leave out, since it is the same in all their deals.
    told = {
        "played": "whole",
        "multiplier": 1,
        "first_leader": said["tricks"][0]["leader"] if said["tricks"] else 0,
    } | told
    if said["match"]["deal"] == 0:
        told["first_deal"] = True
    if "redeals" in told:
        # The twin tells of a praise that was none, too.
        told["redeals"] = [{key: value for key, value in one.items() if value != {}} for one in told["redeals"]]
    if "shown" in told:
        told["shown"] = [card for card in told["shown"] if card != told["turned"]]
    if rules.options.get("valts_ledger") == "pairwise":
        # The twin keeps what was taken in another form.
        del told["score_before"], told["match"]["score_after"]
    for trick in told["tricks"]:
        if "winner" in trick:
            trick.setdefault("points", sum(map(rules.card_points, trick.get("cards", ()))))
    told["result"]["outcome"] = OTHER_WORDS.get(told["result"]["outcome"], told["result"]["outcome"])
    told["number"] = str(number_of(told))
    plain: Told = json.loads(json.dumps(told))
    return plain


def match_of(said: Told) -> Told:
    """What a deal says of its match; who lost it is told by side."""
    told = {key: value for key, value in said.items() if key in Match.model_fields and value is not None}
    goats = said.get("goats") or []
    if said.get("winner") is not None and "title" not in said:
        goats = [1 - told.pop("winner")]
    return told | ({"losers": goats} if len(goats) > 1 else {"loser": goats[0]} if goats else {})


def number_of(told: Told) -> int:
    """The rank of a deal's cards."""
    game = game_of(load(told["game"], told["options"]))
    drawn = told.get("stock") or told.get("talon") or ()
    half, up = game.shape.hand, told.get("turned")
    hands = [[*sorted(hand[:half], key=lambda card: card == up), *hand[half:]] for hand in told["hands"]]
    return space_of(game.rules).rank(hands, drawn, told["dealer"])


@cache
def match_told(game: str, seed: int, number: int = 0) -> tuple[Told, ...]:
    """The deals of a match under the defaults of its game, one after another."""
    return tuple(record_of(game, {}, seed, said) for said in TWINS[game]({}, seed, number))
