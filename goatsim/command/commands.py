"""The words of the command line: every verb with its options and its help, in the order in which a person meets them.

Nothing heavy is imported here, so that ``goatsim --help`` comes at once; each verb imports what it needs when it runs.
"""

from __future__ import annotations

from typing import Any

import click

from goatsim.command import flags


def _version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    if asked:
        from goatsim import __version__

        click.echo(f"goatsim {__version__}")
        ctx.exit()


@click.group(
    cls=flags.Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="goatsim VERB --help says more about a verb. Eyes are what a deal is worth, not card points.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version.",
)
def commands() -> None:
    """How often, how many, how good: the Goat (Kozel) card games by playing millions of deals.

    \b
    goatsim study eggs --rules bare
    """


@commands.command(short_help="Say how often something is so, exactly where it can be counted.")
@click.argument("words", nargs=-1, metavar="QUESTION")
@click.option("--words", "listing", is_flag=True, help="List every word that questions are made of.")
@flags.offers(
    *flags.CONDITIONS,
    *flags.EXACTNESS,
    *flags.SETTINGS,
    flags.EACH,
    *flags.SAMPLING,
    flags.PROGRESS,
    *flags.forms(flags.FOLDER),
)
def ask(**given: Any) -> int:
    """How often? A truth gives a share of deals, a number its mean.

    What is about dealt cards only is counted exactly, where the rules play first deals as they are dealt;
    all else is played and sampled, and the answer says why. A condition on dealt cards costs nothing there,
    however rare it is: such deals are dealt directly. Put questions in quotes, for the shell takes > for itself.

    \b
    goatsim ask "trumps >= 5 and queens + jacks >= 3" --rules bare
    goatsim ask "us.points > 60" --given "trumps == 8" --rules bare
    goatsim ask lucy --hand "QC QS QH QD" --hand "partner=JC JS" --rules bare
    goatsim ask "any(trumps == 1)" --fresh
    goatsim ask "us.points > 60" --rules bare --each trump_lead=all,praiser_team
    """
    from goatsim.command import questioning

    return questioning.ask(**given)


@commands.command(short_help="Say how a number is spread, or its mean for each group.")
@click.argument("words", nargs=-1, metavar="MEASURE")
@click.option("--by", metavar="MEASURE", multiple=True, help="Part the deals into groups; two make a cross table.")
@flags.offers(
    *flags.CONDITIONS,
    *flags.EXACTNESS,
    *flags.SETTINGS,
    flags.EACH,
    *flags.SAMPLING,
    flags.PROGRESS,
    *flags.forms(flags.FOLDER),
)
def spread(**given: Any) -> int:
    """The share of every value of a measure or, with --by, its mean in every group of deals.

    All is counted exactly where only dealt cards matter, else sampled. Groups by dealt cards are then dealt
    directly, so that the rare ones are as precise as the common ones.

    \b
    goatsim spread "pattern(others, trumps)" --given "trumps == 8" --rules bare
    goatsim spread us.points --by trumps --rules bare
    goatsim spread us.points --by trumps --by partner.trumps --rules bare --out out
    """
    from goatsim.command import questioning

    return questioning.spread(**given)


@commands.command(short_help="Answer a prepared question with tables and charts.")
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "every", is_flag=True, help="Every study that makes sense for the game.")
@click.option("--list", "listing", is_flag=True, help="List the studies and say for which games each is meant.")
@flags.offers(
    *flags.SETTINGS,
    flags.EACH,
    *flags.SAMPLING,
    flags.PROGRESS,
    *flags.forms(flags.FOLDER),
)
def study(**given: Any) -> int:
    """Prepared studies: a headline, tables and charts.

    eggs asks how often a deal ends 60:60. eyes asks what deals are worth: the 0, 2 or 4 eyes that a side
    scores. Eyes are not the card points (120 in a deal), although Skat players say Augen for those.

    \b
    goatsim study eggs --rules bare --deals 10M
    goatsim study eggs eyes --rules bare --policies greedy,low --out out
    goatsim study eggs --rules bare --each trump_lead=praiser_team,all
    """
    from goatsim.command import verbs

    return verbs.study(**given)


@commands.command(short_help="Say which of two policies, or of two rule sets, is ahead.")
@click.argument("a", required=False, metavar="[A")
@click.argument("b", required=False, metavar="B]")
@click.option(
    "--measure", metavar="MEASURE", help="What is compared, for each as us.  [us.points; with melds us.score]"
)
@click.option("--a-rules", metavar="NAME|FILE", help="Compare rule sets: those of A.  [--rules]")
@click.option("--b-rules", metavar="NAME|FILE", help="And those of B.  [--rules]")
@click.option("--a-set", "a_changes", metavar="OPTION=VALUE", multiple=True, help="Change an option of A's rules.")
@click.option("--b-set", "b_changes", metavar="OPTION=VALUE", multiple=True, help="Change an option of B's rules.")
@click.option("--until-decided", is_flag=True, help="Play until it is known who is ahead.")
@click.option("--most", metavar="N", help="With --until-decided: no more deals than these.  [10M]")
@flags.offers(
    *flags.GAME,
    click.option("--policies", metavar="WORDS", help="Who plays when rule sets are compared.  [greedy]"),
    *flags.STREAM,
    flags.EACH,
    *flags.SAMPLING,
    flags.PROGRESS,
    *flags.forms(flags.FOLDER),
)
def compare(**given: Any) -> int:
    """Compare two policies A and B on the same deals, or two rule sets with the same players.

    Policies play every deal twice, A at the seats of our side and B at the others, then the other way round,
    and the two are averaged, so that neither has the better cards. Card points tell two players apart in the
    fewest deals; say --measure us.eyes for eyes, or a truth such as "us.points > 60" for how often it holds.

    --until-decided looks again and again and stops once the sign of the difference is known. Its interval is
    an asymptotic confidence sequence (Robbins' normal mixture; Waudby-Smith and others, 2021), which holds at
    all looks together; nothing is decided before 30 deals differ.

    \b
    goatsim compare greedy low --rules bare
    goatsim compare greedy greedy:give=never --until-decided
    goatsim compare --rules bare --b-set trump_lead=all
    goatsim compare greedy low --rules bare --each trump_lead=all,praiser_team
    """
    from goatsim.command import measuring

    return measuring.compare(**given)


@commands.command(short_help="Write numbers of single deals into a table, one row a deal.")
@click.argument("measures", nargs=-1, metavar="MEASURE...")
@flags.offers(
    *flags.HELD,
    *flags.SETTINGS,
    click.option("--deals", metavar="N", help="How many deals: 5000, 250k, 10M, 1e6."),
    flags.THREADS,
    flags.PROGRESS,
    flags.JSON,
    flags.CSV,
    flags.out("Write to a file: .csv .jsonl .parquet"),
    flags.QUIET,
)
def sample(**given: Any) -> int:
    """Write measures of single deals, one row a deal from deal 0 on, as they are played.

    With --given or --hand only deals that fulfil it have a row; --deals says how many are played.
    Without --out the rows go to stdout, as comma-separated values or, with --json, as JSON lines. Parquet
    files need the library pyarrow.

    \b
    goatsim sample us.points us.eyes egg --rules bare --deals 100k --out deals.csv
    """
    from goatsim.command import measuring

    return measuring.sample(**given)


@commands.command(short_help="Show the hands of deals and their numbers.")
@click.option("--index", metavar="N", default=None, help="Which deal of the seed's stream.  [0]")
@flags.offers(
    flags.COUNT,
    flags.NUMBER,
    *flags.HELD,
    *flags.SETTINGS,
    flags.PROGRESS,
    *flags.forms(flags.FILE),
)
def deal(**given: Any) -> int:
    """Show the hands of deals, with the number that names each of them.

    These are the cards of the first deal after a plain cut; replay shows what is played after praise, redeals and
    swaps.

    With --given or --hand only deals that fulfil it are shown, first deals under all rules, each of them as likely
    as any other. What is said of dealt cards is dealt directly, however rare it is, and the share of such deals
    is told; for what is said of the result deals are played, without praise and redeals, until some fulfil it.

    \b
    goatsim deal --rules bare --seed 7 --count 3
    goatsim deal --rules bare --number 123456789
    goatsim deal --given "trumps == 8" --count 20
    goatsim deal --hand "QC QS" --hand left=AC --given "partner.trumps == 0"
    """
    from goatsim.command import verbs

    return verbs.deal(**given)


@commands.command(short_help="Play deals card by card and show every trick.")
@click.argument("index", required=False, metavar="[INDEX]")
@flags.offers(
    flags.COUNT,
    flags.NUMBER,
    flags.MATCH,
    *flags.SETTINGS,
    flags.PROGRESS,
    *flags.forms(flags.FILE),
)
def replay(**given: Any) -> int:
    """Play deals card by card and show every trick; with --json as records that score can check.

    \b
    goatsim replay 48213 --rules bare --seed 7
    goatsim replay 0 --count 2000 --rules bare --json | goatsim score -
    goatsim replay 0 --match
    """
    from goatsim.command import verbs

    return verbs.replay(**given)


@commands.command(short_help="Check written records against the rules and score them.")
@click.argument("file", metavar="FILE")
@flags.offers(
    flags.PROGRESS,
    *flags.forms(flags.FILE),
)
def score(**given: Any) -> int:
    """Check written records, one JSON object a line, against the rules, and score them; - reads stdin.

    Every disagreement is named: line, trick, seat, what was played, what was legal. The exit status is 1
    if there is any. A number is checked against the hands; seed and deal, which say where the cards came
    from, are taken on trust.

    \b
    goatsim score evening.jsonl
    """
    from goatsim.command import verbs

    return verbs.score(**given)


@commands.command(short_help="List the games, or explain one and check a file of your own.")
@click.argument("name", required=False, metavar="[NAME|FILE]")
@click.option(
    "--set",
    "changes",
    metavar="OPTION=VALUE",
    multiple=True,
    help="Show the rules with an option changed; repeat for more.",
)
@flags.offers(*flags.forms("Write to a file: .json .csv .txt"))
def rules(**given: Any) -> int:
    """List the games, or explain one: trumps, scoring, and every option with its default and source.

    A file of your own is also checked by playing a thousand deals.

    \b
    goatsim rules
    goatsim rules bare
    goatsim rules our-house.toml
    """
    from goatsim.command import verbs

    return verbs.rules(**given)


@commands.command(short_help="List the policies, or explain one and check one of your own.")
@click.argument("name", required=False, metavar="[NAME|FILE.py:NAME|FILE.csv]")
@click.option("--template", is_flag=True, help="Print a table of weights to start from, with all its situations.")
@click.option(
    "--rules", metavar="NAME|FILE", default="bare", help="The game in which a policy of your own is checked.  [bare]"
)
@click.option(
    "--set", "changes", metavar="OPTION=VALUE", multiple=True, help="Change an option of these rules; repeat for more."
)
@flags.offers(*flags.forms("Write to a file: .json .csv .txt"))
def policies(**given: Any) -> int:
    """List the policies that can play, or explain one: what it decides, its parameters, and what it answers
    in twelve situations.

    Behind colons stand parameters (NAME:keep=4) and decisions whose answer is fixed (NAME:give=never). A table
    of weights is a policy, too. A policy from a file of your own is also checked by playing a thousand deals.

    \b
    goatsim policies greedy
    goatsim policies mine.py:Careful
    goatsim policies mine.py:Careful:keep=4:give=never
    goatsim policies --template > weights.csv
    """
    from goatsim.command import verbs

    return verbs.policies(**given)


@commands.command(short_help="Say how goatsim runs here; clear its cache.")
@click.option(
    "--clear-cache", is_flag=True, help="Remove the compiled code that is kept; it is compiled again when needed."
)
@flags.offers(flags.JSON, flags.QUIET, flags.COLOR)
def about(**given: Any) -> int:
    """Say which version this is, how it runs on this machine, and where compiled code is kept.

    \b
    goatsim about
    goatsim about --clear-cache
    """
    from goatsim.command import verbs

    return verbs.about(**given)
