"""The command line from its start to its exit status: whatever goes wrong on the way is said in one sentence.

Next to nothing is imported here, so that Ctrl-C finds somebody who understands it as early as can be.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module that has this word takes a while to load
    from typing import NoReturn

    from click import ClickException

DEBUG_VARIABLE = "GOATSIM_DEBUG"
"""Set to anything, it lets an unexpected fault show where it happened."""

INTERRUPTED = 130


def run(words: Sequence[str]) -> int:
    """Do what a command line says and return the exit status; whatever goes wrong is said in one sentence."""
    try:
        return _answered(words)
    except BrokenPipeError:
        return _silenced(0)
    except KeyboardInterrupt:
        return _said("stopped by Ctrl-C", INTERRUPTED)
    except MemoryError:
        return _said("expected enough memory for this request, got too little; fewer deals or threads may fit", 2)
    except OSError as error:
        reason = (error.strerror or str(error) or type(error).__name__).lower()
        from goatsim.errors import shown_path

        where = f" for {shown_path(os.fsdecode(error.filename))}" if isinstance(error.filename, str | bytes) else ""
        return _said(f"expected files and streams to work, got an error{where}: {reason}", 2)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return _said(
            f"stopped by a fault of its own, {what}; please report it ({DEBUG_VARIABLE}=1 shows where it is)", 1
        )


def _answered(words: Sequence[str]) -> int:
    """Do what the words say; what goatsim and click refuse is said here, the rest is raised."""
    import click

    from goatsim.errors import PlayError, RequestError

    try:
        return _done(words)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except PlayError as error:
        return _said(str(error), 1)
    except RequestError as error:
        return _said(str(error), 2)
    except click.ClickException as error:
        return _said(_usage(error), 2)


def _done(words: Sequence[str]) -> int:
    from goatsim.command.commands import commands

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    with commands.make_context("goatsim", list(words)) as context:
        status = commands.invoke(context)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        error.filename = "stdout"
        raise
    return status if isinstance(status, int) else 0


def _usage(error: ClickException) -> str:
    """Say in goatsim's words what click found wrong."""
    import click

    from goatsim.command.commands import commands
    from goatsim.errors import nearest, shown

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
        return f"expected {error.param.human_readable_name} after {verb}, got nothing"
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


def _deaf() -> None:
    """Let Ctrl-C no longer disturb: everything has been said, and the interpreter is about to end."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> NoReturn:
    """Run the command line of this process and leave with its exit status."""
    # No matrix here is large enough for numpy to start threads for, which would take longer than most questions.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        status = run(sys.argv[1:])
        _deaf()
    except KeyboardInterrupt:  # once more, while the first was answered
        os._exit(INTERRUPTED)
    if status == INTERRUPTED:
        # Threads still at work would hold the interpreter back; whatever was to be said has been said.
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError, AttributeError):
                continue
        os._exit(status)
    # Before it ends, Python looks through all there is for what only refers to itself; that takes as long as an answer.
    gc.freeze()
    sys.exit(status)
