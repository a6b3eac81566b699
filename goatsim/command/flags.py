"""The options that verbs of the command line share, and verbs that answer a wrong word in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from goatsim.errors import RequestError, shown, wrong


class Verb(click.Command):
    """A verb that answers surplus words and mistyped options in one sentence."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of a verb; RequestError if there are more than it takes."""
        ctx.allow_extra_args = True
        super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise RequestError(
                f"expected nothing more after {ctx.command_path} and its arguments, got {shown(ctx.args[0])}"
            )
        return ctx.args


class Verbs(click.Group):
    """The verbs, listed in the order in which a person meets them."""

    command_class = Verb

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs as they were declared."""
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the first words; RequestError if there are none."""
        if not args and not ctx.resilient_parsing:
            raise RequestError(f"expected a verb among {', '.join(self.commands)}, got none; goatsim --help says more")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb; RequestError with the nearest one if there is none of that name."""
        if args and args[0] not in self.commands:
            raise wrong(f"a verb among {', '.join(self.commands)}", args[0], self.commands)
        return super().resolve_command(ctx, args)


GAME = (
    click.option(
        "--rules",
        metavar="NAME|FILE",
        default="classic",
        help="A game (goatsim rules lists them) or a .toml file.  [classic]",
    ),
    click.option(
        "--set",
        "changes",
        metavar="OPTION=VALUE",
        multiple=True,
        help="Change an option of the rules; repeat for more. Lists and tables may be written as JSON.",
    ),
)
STREAM = (
    click.option("--seed", metavar="N|random", default="0", help="Where the random numbers start.  [0]"),
    click.option("--seat", metavar="SEAT", default="0", help="The seat that is me: 2, seat2, partner.  [0]"),
)
SETTINGS = (
    *GAME,
    click.option(
        "--policies",
        metavar="WORDS",
        default="greedy",
        help="Who plays: one policy for all, us,them or one a seat; NAME, FILE.py:NAME or a table of weights FILE.csv, "
        "commas in the path allowed; parameters and fixed decisions behind colons: greedy:give=never.  [greedy]",
    ),
    *STREAM,
)
THREADS = click.option("--threads", metavar="N", help="Threads to use; the answer does not depend on it.  [every core]")
SAMPLING = (
    click.option(
        "--deals", metavar="N", help="How many deals to play (matches, in a study of those): 5000, 250k, 10M, 1e6."
    ),
    click.option(
        "--precision", metavar="P", help="Play until the interval is this narrow: 0.1% or 0.001 to either side."
    ),
    click.option("--relative", metavar="P", help="The same in proportion to the value: 1%."),
    click.option("--confidence", metavar="P", default="95%", help="Confidence of the intervals.  [95%]"),
    THREADS,
)
HELD = (
    click.option("--given", metavar="Q", help="Only deals for which this holds count."),
    click.option(
        "--hand",
        metavar="[SEAT=]CARDS",
        multiple=True,
        help="Only deals in which I, or another seat, hold these cards: 'QC QS', 'left=AC'; repeat for more.",
    ),
)
CONDITIONS = (
    *HELD,
    click.option("--fresh", is_flag=True, help="About first deals from a full pack, whatever the rules do with them."),
)
EXACTNESS = (
    click.option("--digits", metavar="N", default="6", help="How many digits of an exact value to write.  [6]"),
    click.option(
        "--interval",
        metavar="wilson|clopper-pearson",
        default="wilson",
        help="How intervals of shares are made.  [wilson]",
    ),
)
EACH = click.option(
    "--each",
    metavar="X=VALUES",
    multiple=True,
    help="Answer for each value of an option of the rules, of policies, or of a policy's parameter; repeat for all "
    "combinations. Values are parted by commas, or by ; if they hold commas: 'policies=greedy;greedy,low'; numbers may "
    "be ranges: keep=1..5, target=10..50:10. NAME.PARAMETER means the policies of that name.",
)
PROGRESS = click.option(
    "--progress",
    metavar="auto|never|json",
    default="auto",
    help="Progress on stderr: a bar on a terminal, or JSON lines.  [auto]",
)
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object an answer and line.")
CSV = click.option("--csv", "as_csv", is_flag=True, help="A table for spreadsheets.")
QUIET = click.option("--quiet", is_flag=True, help="No progress and no notes on stderr.")
COLOR = click.option(
    "--color", metavar="auto|never", default="auto", help="Colours on a terminal; NO_COLOR is respected.  [auto]"
)
COUNT = click.option("--count", metavar="N", default="1", help="How many deals, one after another.  [1]")
MATCH = click.option("--match", is_flag=True, help="Whole matches; INDEX and --count are of matches.")
NUMBER = click.option("--number", metavar="N", help="The deal with this number, instead of an index.")


def out(text: str) -> Callable[[Any], Any]:
    """Offer --out with this help."""
    return click.option("--out", metavar="PATH", help=text)


FOLDER = "A folder for tables and charts, or one file: .json .jsonl .csv .png .svg .pdf"
FILE = "Write to a file: .json .jsonl .csv .txt"


def forms(text: str) -> tuple[Callable[[Any], Any], ...]:
    """The forms in which an answer is written, --out with this help among them, and how loudly."""
    return JSON, CSV, out(text), QUIET, COLOR


def offers(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Attach options to a verb in the order given."""

    def attach(verb: Any) -> Any:
        for option in reversed(options):
            verb = option(verb)
        return verb

    return attach
