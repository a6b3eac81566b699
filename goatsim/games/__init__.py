"""Games as data: `load` reads the rules of one, `names` lists them."""

from goatsim.games.load import FOLDERS, OptionLine, about_games, changed, describe, load, names
from goatsim.games.model import Rules
from goatsim.games.options import Option
from goatsim.games.scoring import ResolvedRow, ScoringRow

__all__ = [
    "FOLDERS",
    "Option",
    "OptionLine",
    "ResolvedRow",
    "Rules",
    "ScoringRow",
    "about_games",
    "changed",
    "describe",
    "load",
    "names",
]
