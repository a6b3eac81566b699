"""The verbs of the command line that take measures: compare and sample."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from goatsim import quantities
from goatsim.command.given import changes_of, folder_of, hushed, lab_of, note, progress_of, tell, tell_each
from goatsim.errors import RequestError
from goatsim.show.sheets import stdout_form

if TYPE_CHECKING:
    from goatsim.inquiry.keywords import Comparing


def compare(**given: Any) -> int:
    """Compare two policies, or two rule sets."""
    from goatsim.games.read import settings
    from goatsim.show.versus import compare_text

    stdout_form(given["as_json"], given["as_csv"])
    if given["a"] is not None and given["policies"] is not None:
        raise RequestError("expected --policies only with two rule sets, got it beside two policies to compare")
    most = None
    if given["most"] is not None:
        most = quantities.whole(given["most"], "--most", 1, quantities.MOST_DEALS)
    if given["a_rules"] is not None and given["b_rules"] is not None:
        if click.get_current_context().get_parameter_source("rules") is ParameterSource.COMMANDLINE:
            raise RequestError("expected --rules only without one of --a-rules and --b-rules, got it beside both")
        # The line-up and the seats are then those of these games.
        given["rules"] = given["a_rules"]
    path = folder_of(given)
    each = settings(given["each"], "--each X=VALUES")
    with progress_of(given, "deals played", scrolls=False) as progress, hushed(given):
        lab = lab_of(given, progress)
        what: Comparing = {
            "measure": given["measure"],
            "a_rules": given["a_rules"],
            "b_rules": given["b_rules"],
            "a_options": changes_of(given["a_changes"], "--a-set"),
            "b_options": changes_of(given["b_changes"], "--b-set"),
            "until_decided": given["until_decided"],
            "most": most,
        }
        if each:
            return tell_each(given, lab.compare(given["a"], given["b"], each=each, **what), path)
        answer = lab.compare(given["a"], given["b"], **what)
    return tell(given, (answer,), lambda values, look: compare_text(values[0], look), path)


def sample(**given: Any) -> int:
    """Write down numbers of single deals."""
    from goatsim.commanding import words_of
    from goatsim.inquiry.conditions import hand_words
    from goatsim.inquiry.sampling import INDEX, columns, sampled
    from goatsim.lang.kinds import TRUTH
    from goatsim.show.streams import Heads, streams
    from goatsim.show.text import many

    with progress_of(given, "deals played", scrolls=False) as progress:
        lab = lab_of(given, progress)
        measures = columns(given["measures"])
        hand = list(given["hand"]) or None
        found = sampled(lab, measures, None, given["given"], hand)
        heads = Heads(INDEX, [str(one) for one in measures], [one.kind == TRUTH for one in measures])
        condition = [] if given["given"] is None else ["--given", given["given"]]
        condition += [word for cards in hand_words(hand) for word in ("--hand", cards)]
        command = [*words_of(lab, "sample", [*heads.names, *condition]), "--deals", str(lab.goal.deals)]
        with streams(
            heads, as_json=given["as_json"], as_csv=given["as_csv"], out=given["out"], command=shlex.join(command)
        ) as write:
            kept = 0
            for rows in found:
                kept += len(rows.indices)
                write(*rows)
    if condition and not kept:
        note(
            given,
            f"none of {many(lab.goal.deals or 0, 'deal')} fulfils the condition; --deals says how many are played",
        )
    if given["out"] is not None:
        note(given, f"written: {given['out']}")
    return 0
