"""The standings of a match, as text for people and as JSON Lines."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fanorona.arena import Account, Match, Sprt, Standings, Tally


def print_text(standings: Standings, sprt: Sprt | None) -> None:
    """Prints tables: the players, each two of them, the sequential test, the time they took."""
    match = standings.match
    width = max(6, *map(len, match.names))
    ranked = sorted(
        zip(match.names, standings.accounts, strict=True), key=lambda player: -_share(player[1])
    )
    print(f"{standings.games} games, {match.variant}, {match.rules}")
    print()
    print(f"{'player':{width}}  games  points  score     W     D     L  faults")
    for name, account in ranked:
        print(
            f"{name:{width}}  {account.games:5}  {account.points:6.1f}  "
            f"{_share(account):5.1%}  {account.wins:4}  {account.draws:4}  {account.losses:4}  "
            f"{account.faults:6}"
        )
    for tally in standings.tallies:
        print()
        _print_tally(tally, match)
    if sprt is not None:
        print()
        _print_test(sprt, standings.tallies[0].pairs)
    timed = [(name, account) for name, account in ranked if account.overruns]
    if timed:
        print()
        _print_times(timed, width)


def _share(account: Account) -> float:
    return account.points / account.games if account.games else 0.0


def _print_tally(tally: Tally, match: Match) -> None:
    print(
        f"{match.names[tally.first]} against {match.names[tally.second]}: "
        f"+{tally.wins} ={tally.draws} -{tally.losses}"
    )
    print(f"  pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, tally.pairs))}")
    found = tally.estimate()
    if found is None:
        return
    line = f"  Elo difference {found.elo:+.1f}"
    if found.low is not None and found.high is not None and found.los is not None:
        line += f", 95 % from {found.low:+.1f} to {found.high:+.1f}, LOS {found.los:.1%}"
    else:
        line += ", error unknown as all pairs scored the same"
    print(line)


def _print_test(sprt: Sprt, pairs: list[int]) -> None:
    decision = sprt.decision(pairs)
    print(
        f"SPRT elo0 {sprt.elo0:g}, elo1 {sprt.elo1:g}: "
        f"LLR {sprt.log_likelihood_ratio(pairs):.2f} "
        f"({sprt.lower:.2f} to {sprt.upper:.2f}), "
        f"{'undecided' if decision is None else f'{decision} accepted'}"
    )


def _print_times(players: list[tuple[str, Account]], width: int) -> None:
    title = "beyond the time limit"
    width = max(width, len(title))
    print(f"{title:{width}}  turns  99 % (ms)  max (ms)")
    for name, account in players:
        p99, largest = account.overrun_p99 or 0.0, account.largest_overrun or 0.0
        print(
            f"{name:{width}}  {len(account.overruns):5}  {p99 * 1000:9.1f}  {largest * 1000:8.1f}"
        )


def print_json(standings: Standings, sprt: Sprt | None) -> None:
    """Prints an object a line: the players, each two of them, the sequential test, the ends."""
    match = standings.match
    for name, account in zip(match.names, standings.accounts, strict=True):
        print(json.dumps(_player_fields(name, account), ensure_ascii=False))
    for tally in standings.tallies:
        print(json.dumps(_tally_fields(tally, match), ensure_ascii=False))
    if sprt is not None:
        print(json.dumps(_test_fields(sprt, standings.tallies[0].pairs)))
    print(json.dumps({"ends": standings.ends}))


def _player_fields(name: str, account: Account) -> dict[str, object]:
    return {
        "player": name,
        "games": account.games,
        "points": account.points,
        "wins": account.wins,
        "draws": account.draws,
        "losses": account.losses,
        "faults": account.faults,
        "timed_turns": len(account.overruns),
        "overrun_p99": account.overrun_p99,
        "overrun_max": account.largest_overrun,
    }


def _tally_fields(tally: Tally, match: Match) -> dict[str, object]:
    found = tally.estimate()
    return {
        "first": match.names[tally.first],
        "second": match.names[tally.second],
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "elo": _finite(found.elo) if found else None,
        "elo_low": _finite(found.low) if found else None,
        "elo_high": _finite(found.high) if found else None,
        "los": found.los if found else None,
    }


def _test_fields(sprt: Sprt, pairs: list[int]) -> dict[str, object]:
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": sprt.log_likelihood_ratio(pairs),
        "lower": sprt.lower,
        "upper": sprt.upper,
        "decision": sprt.decision(pairs),
    }


def _finite(value: float | None) -> float | None:
    """JSON has no infinity."""
    return None if value is None or math.isinf(value) else value
