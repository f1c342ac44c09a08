"""Options of subcommands that work on several cores or machines."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Final

from fanorona.arena.workers import workers
from fanorona.cli.options import checked, up_to
from fanorona.executors import dask_executor, scheduler_address

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

MOST_JOBS: Final = 1024
"""The most processes that ``--jobs`` may ask for."""


def add_machines_arguments(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds ``--jobs`` and ``--scheduler``.

    Args:
        parser: the parser.
        what: what is done at once, such as ``games``.
    """
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=up_to(MOST_JOBS), default=1, metavar="N", help=f"{what} at once (default 1)"
    )
    where.add_argument(
        "--scheduler",
        type=checked(scheduler_address),
        metavar="ADDRESS",
        help="Dask scheduler whose workers do it, such as tcp://10.0.0.1:8786",
    )


@contextmanager
def executor_of(options: argparse.Namespace) -> Iterator[Executor | None]:
    """The executor that the options ask for, None where this process does it alone.

    Raises:
        OSError: if the scheduler does not answer.
        ModuleNotFoundError: if Dask is not installed.
    """
    found: AbstractContextManager[Executor | None] = nullcontext()
    if options.scheduler is not None:
        found = dask_executor(options.scheduler)
    elif options.jobs > 1:
        found = workers(options.jobs)
    with found as executor:
        yield executor
