"""The command line: verbs and options to Python calls, answers to stdout, and every way to fail in one sentence.

Nothing heavy is imported here, so that ``goatsim --help`` comes at once; each verb imports what it needs when it runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import click

from goatsim.errors import PlayError, RequestError, nearest, shown, wrong

DEBUG_VARIABLE = "GOATSIM_DEBUG"
"""Set to anything, it lets an unexpected fault show where it happened."""

INTERRUPTED = 130


class _Verb(click.Command):
    """A verb that answers surplus words and mistyped options in one sentence."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise RequestError(
                f"expected nothing more after {ctx.command_path} and its arguments, got {shown(ctx.args[0])}"
            )
        return ctx.args


class _Verbs(click.Group):
    """The verbs, listed in the order in which a person meets them."""

    command_class = _Verb

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            raise RequestError(f"expected a verb among {', '.join(self.commands)}, got none; goatsim --help says more")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            raise wrong(f"a verb among {', '.join(self.commands)}", args[0], self.commands)
        return super().resolve_command(ctx, args)


_SETTINGS = (
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
        help="Change an option of the rules; repeat for more.",
    ),
    click.option(
        "--policies",
        metavar="WORDS",
        default="greedy",
        help="Who plays: one policy for all, us,them or one a seat; NAME or FILE.py:NAME.  [greedy]",
    ),
    click.option("--seed", metavar="N|random", default="0", help="Where the random numbers start.  [0]"),
    click.option("--seat", metavar="SEAT", default="0", help="The seat that is me.  [0]"),
)
_SAMPLING = (
    click.option("--deals", metavar="N", help="How many deals to play: 5000, 250k, 10M, 1e6."),
    click.option(
        "--precision", metavar="P", help="Play until the interval is this narrow: 0.1% or 0.001 to either side."
    ),
    click.option("--relative", metavar="P", help="The same in proportion to the value: 1%."),
    click.option("--confidence", metavar="P", default="95%", help="Confidence of the intervals.  [95%]"),
    click.option("--threads", metavar="N", help="Threads to use; the answer does not depend on it.  [every core]"),
)
_PROGRESS = click.option(
    "--progress",
    metavar="auto|never|json",
    default="auto",
    help="Progress on stderr: a bar on a terminal, or JSON lines.  [auto]",
)
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object an answer and line.")
_CSV = click.option("--csv", "as_csv", is_flag=True, help="A table for spreadsheets.")
_QUIET = click.option("--quiet", is_flag=True, help="No progress and no notes on stderr.")
_COLOR = click.option(
    "--color", metavar="auto|never", default="auto", help="Colours on a terminal; NO_COLOR is respected.  [auto]"
)
_COUNT = click.option("--count", metavar="N", default="1", help="How many deals, one after another.  [1]")
_NUMBER = click.option("--number", metavar="N", help="The deal with this number, instead of an index.")


def _out(text: str) -> Callable[[Any], Any]:
    return click.option("--out", metavar="PATH", help=text)


def _offers(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Attach options to a verb in the order given."""

    def attach(verb: Any) -> Any:
        for option in reversed(options):
            verb = option(verb)
        return verb

    return attach


@click.group(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="goatsim VERB --help says more about a verb. Eyes are what a deal is worth (0, 2 or 4; twelve end a match), not card points.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda *given: _version(*given),
    help="Show the version.",
)
def commands() -> None:
    """How often, how many, how good: the Goat (Kozel) card games by playing millions of deals.

    \b
    goatsim study eggs --rules bare
    """


def _version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked:
        from goatsim import __version__

        click.echo(f"goatsim {__version__}")
        ctx.exit()


@commands.command()
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "every", is_flag=True, help="Every study that makes sense for the game.")
@click.option("--list", "listing", is_flag=True, help="List the studies and say which of them make sense for the game.")
@_offers(
    *_SETTINGS,
    *_SAMPLING,
    _PROGRESS,
    _JSON,
    _CSV,
    _out("A folder for tables and charts, or one file: .json .jsonl .csv .png .svg .pdf"),
    _QUIET,
    _COLOR,
)
def study(**given: Any) -> int:
    """Prepared studies: a headline, tables and charts.

    eggs asks how often a deal ends 60:60. eyes asks what deals are worth: the 0, 2 or 4 eyes that a side scores. Eyes are not
    the card points (120 in a deal), although Skat players say Augen for those.

    \b
    goatsim study eggs --rules bare --deals 10M
    goatsim study eggs eyes --rules bare --policies greedy,low --out out
    """
    from goatsim import verbs

    return verbs.study(**given)


@commands.command()
@click.option("--index", metavar="N", default=None, help="Which deal of the seed's stream.  [0]")
@_offers(
    _COUNT, _NUMBER, *_SETTINGS, _PROGRESS, _JSON, _CSV, _out("Write to a file: .json .jsonl .csv .txt"), _QUIET, _COLOR
)
def deal(**given: Any) -> int:
    """Show the hands of deals, with the number that names each of them.

    \b
    goatsim deal --rules bare --seed 7 --count 3
    goatsim deal --rules bare --number 123456789
    """
    from goatsim import verbs

    return verbs.deal(**given)


@commands.command()
@click.argument("index", required=False, metavar="[INDEX]")
@_offers(
    _COUNT, _NUMBER, *_SETTINGS, _PROGRESS, _JSON, _CSV, _out("Write to a file: .json .jsonl .csv .txt"), _QUIET, _COLOR
)
def replay(**given: Any) -> int:
    """Play deals card by card and show every trick; with --json as records that score can check.

    \b
    goatsim replay 48213 --rules bare --seed 7
    goatsim replay 0 --count 2000 --rules bare --json | goatsim score -
    """
    from goatsim import verbs

    return verbs.replay(**given)


@commands.command()
@click.argument("file", metavar="FILE")
@_offers(_PROGRESS, _JSON, _CSV, _out("Write to a file: .json .jsonl .csv .txt"), _QUIET, _COLOR)
def score(**given: Any) -> int:
    """Check written records, one JSON object a line, against the rules, and score them; - reads stdin.

    Every disagreement is named: line, trick, seat, what was played, what was legal. The exit status is 1 if there is any.

    \b
    goatsim score evening.jsonl
    """
    from goatsim import verbs

    return verbs.score(**given)


@commands.command()
@click.argument("name", required=False, metavar="[NAME|FILE]")
@click.option(
    "--set",
    "changes",
    metavar="OPTION=VALUE",
    multiple=True,
    help="Show the rules with an option changed; repeat for more.",
)
@_offers(_JSON, _CSV, _out("Write to a file: .json .csv .txt"), _QUIET, _COLOR)
def rules(**given: Any) -> int:
    """List the games, or explain one: trumps, scoring, and every option with its default and source.

    A file of your own is also checked by playing a thousand deals.

    \b
    goatsim rules
    goatsim rules bare
    goatsim rules our-house.toml
    """
    from goatsim import verbs

    return verbs.rules(**given)


@commands.command()
@click.argument("name", required=False, metavar="[NAME|FILE.py:NAME]")
@click.option(
    "--rules", metavar="NAME|FILE", default="bare", help="The game in which a policy of your own is checked.  [bare]"
)
@click.option(
    "--set", "changes", metavar="OPTION=VALUE", multiple=True, help="Change an option of these rules; repeat for more."
)
@_offers(_JSON, _CSV, _out("Write to a file: .json .csv .txt"), _QUIET, _COLOR)
def policies(**given: Any) -> int:
    """List the policies that can play, or explain one: what it decides and its parameters.

    A policy from a file of your own is also checked by playing a thousand deals.

    \b
    goatsim policies greedy
    goatsim policies mine.py:Careful
    """
    from goatsim import verbs

    return verbs.policies(**given)


@commands.command()
@click.option(
    "--clear-cache", is_flag=True, help="Remove the compiled code that is kept; it is compiled again when needed."
)
@_offers(_JSON, _QUIET, _COLOR)
def about(**given: Any) -> int:
    """Say which version this is, how it runs on this machine, and where compiled code is kept.

    \b
    goatsim about
    goatsim about --clear-cache
    """
    from goatsim import verbs

    return verbs.about(**given)


def run(words: Sequence[str]) -> int:
    """Do what the words of a command line say and return the exit status; whatever goes wrong is said in one sentence."""
    try:
        return _answered(words)
    except BrokenPipeError:
        return _silenced(0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _said("stopped by Ctrl-C", INTERRUPTED)
    except PlayError as error:
        return _said(str(error), 1)
    except RequestError as error:
        return _said(str(error), 2)
    except click.ClickException as error:
        return _said(_usage(error), 2)
    except MemoryError:
        return _said("expected enough memory for this request, got too little; fewer deals or threads may fit", 2)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        where = f" for {shown(os.fsdecode(error.filename))}" if isinstance(error.filename, str | bytes) else ""
        return _said(f"expected files and streams to work, got an error{where}: {reason}", 2)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return _said(
            f"stopped by a fault of its own, {what}; please report it ({DEBUG_VARIABLE}=1 shows where it is)", 1
        )


def _answered(words: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    with commands.make_context("goatsim", list(words)) as context:
        status = commands.invoke(context)
    if sys.stdout is not None:
        sys.stdout.flush()
    return status if isinstance(status, int) else 0


def _usage(error: click.ClickException) -> str:
    """Say in goatsim's words what click found wrong."""
    context = getattr(error, "ctx", None)
    command = context.command if context else commands
    verb = context.command_path if context else "goatsim"
    options = [name for each in command.params if isinstance(each, click.Option) for name in each.opts] + ["--help"]
    if isinstance(error, click.NoSuchOption):
        if command is commands:
            owned = any(error.option_name in each.opts for every in commands.commands.values() for each in every.params)
            if owned:
                return f"expected a verb before its options, got {shown(error.option_name)} first"
        return f"expected an option of {verb}, got {shown(error.option_name)}{nearest(error.option_name, options)}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return (
            f"expected {error.param.make_metavar(context) if context else error.param.name} after {verb}, got nothing"
        )
    if isinstance(error, click.BadOptionUsage):
        takes = "no value" if "not take" in error.message else "a value"
        return f"expected {takes} for {error.option_name}, got {'one' if takes == 'no value' else 'none'}"
    text = " ".join(error.format_message().split())
    return text[:1].lower() + text[1:].rstrip(".")


def _said(sentence: str, status: int) -> int:
    """Print one line on stderr and return the status; when stderr is gone there is nobody to tell."""
    line = " ".join(sentence.split())
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _silenced(status)
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"goatsim: {line}\n")
            sys.stderr.flush()
    except OSError:
        pass
    return status


def _silenced(status: int) -> int:
    """Point stdout at nothing, so that the interpreter's last flush cannot complain."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        sys.stdout = None
    finally:
        os.close(nothing)
    return status


def main() -> NoReturn:
    """Run the command line of this process and leave with its exit status."""
    status = run(sys.argv[1:])
    if status == INTERRUPTED:
        # Threads still at work would hold the interpreter back; whatever was to be said has been said.
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError, AttributeError):
                continue
        os._exit(status)
    sys.exit(status)
