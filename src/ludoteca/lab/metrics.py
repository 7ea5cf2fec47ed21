"""The figures of a lineup, computed from its games."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec.structs import asdict, replace

from ludoteca.lab.adjusting import adjusted
from ludoteca.lab.rows import (
    Adjusted,
    Branching,
    Lead,
    LineupFigures,
    Luck,
    MeasuredGame,
    MoveKind,
    OpeningRow,
    Results,
    Share,
    Spread,
    Versus,
)
from ludoteca.lab.statistics import Shares, by_tenth, clustered, luck, resampled, spread
from ludoteca.lab.tasks import Lineup

Row = MeasuredGame
AHEAD = 0.1
"""By how much a seat's estimated share must exceed all others for the seat to be in the lead."""
RARE = 5
"""A move, card or opening of fewer games is left out."""


def figures(lineup: Lineup, rows: Sequence[Row]) -> LineupFigures:
    """Return all that is measured of a lineup.

    `rows` are its games in the order of their numbers.
    """
    seats = lineup.game.seats
    whole = rows[: len(rows) // seats * seats]
    results = np.array([row.returns for row in whole], float).reshape(-1, seats, seats)
    return LineupFigures(
        label=lineup.label,
        compared=dict(lineup.compared),
        options=lineup.game.options,
        players=list(lineup.players),
        opening_plies=lineup.opening,
        games=len(rows),
        deals=-(-len(rows) // seats),
        distinct=len({_moves(row) for row in rows}),
        begins=_results(rows, seats, taken_first),
        seats=[_of_seat(rows, seats, seat) for seat in range(seats)],
        draws=_share(rows, seats, lambda row: float(max(row.returns) < 1)),
        versus=_versus(lineup, rows),
        endings=dict(sorted(Counter(row.reason for row in rows).items())),
        turns=spread([len(row.turns) for row in rows]),
        decisions=spread([len(row.branching) for row in rows]),
        lengths=sorted(len(row.turns) for row in rows),
        branching=_branching(rows),
        lead=_lead(rows, seats),
        luck=_luck(lineup, results),
        moves=_kinds(rows, seats),
        openings=_openings(rows, seats),
    )


def _luck(lineup: Lineup, results: Shares) -> Luck:
    """Return the share of luck.

    Nothing where no deal, no opening and no player makes games alike.
    """
    dealt = lineup.game.definition.chance
    if dealt or lineup.opening or lineup.mixed:
        return replace(luck(results, mixed=lineup.mixed), dealt=dealt)
    return Luck(deals=len(results), dealt=dealt)


def _taken(seat: int, row: Row) -> float:
    """Return a seat's result of a game."""
    return float(row.returns[seat])


def taken_first(row: Row) -> float:
    """Return the result of the seat that makes the first move."""
    return float(row.returns[row.begins or 0])


def _moves(row: Row) -> str:
    """Return the moves of a game, without the names of who made them."""
    return "\n".join(line for line in row.record.split("\n") if line[:1].isdigit())


def _by_deal(rows: Sequence[Row], seats: int, value: Callable[[Row], float]) -> list[list[float]]:
    """Return the values of the games of each deal."""
    groups: dict[int, list[float]] = {}
    for row in rows:
        groups.setdefault(row.number // seats, []).append(value(row))
    return list(groups.values())


def _per_deal(rows: Sequence[Row], seats: int, value: Callable[[Row], float]) -> list[float]:
    """Return the sums of a value over the games of each deal."""
    return [sum(group) for group in _by_deal(rows, seats, value)]


def _share(rows: Sequence[Row], seats: int, value: Callable[[Row], float]) -> Share:
    """Return the mean of a value from 0 to 1 over the games."""
    return clustered(
        _per_deal(rows, seats, value),
        _per_deal(rows, seats, lambda row: 1.0),
        _per_deal(rows, seats, lambda row: value(row) ** 2),
    )


def _results(rows: Sequence[Row], seats: int, taken: Callable[[Row], float]) -> Results:
    """Return the mean result of the games, and how many are won, drawn and lost."""
    return Results(
        **asdict(_share(rows, seats, taken)),
        wins=_share(rows, seats, lambda row: float(taken(row) == 1)),
        draws=_share(rows, seats, lambda row: float(0 < taken(row) < 1)),
        losses=_share(rows, seats, lambda row: float(taken(row) == 0)),
    )


def _of_seat(rows: Sequence[Row], seats: int, seat: int) -> Results:
    """Return what a seat takes from the games, also with its luck taken off."""
    found = _results(rows, seats, partial(_taken, seat))
    return replace(found, adjusted=_adjusted(rows, seats, lambda row: seat))


def _adjusted(rows: Sequence[Row], seats: int, seat_of: Callable[[Row], int]) -> Adjusted | None:
    """Return what somebody takes with the luck taken off.

    `seat_of` must not depend on chance: whoever is drawn to begin has been lucky, and to take that
    off would hide what it is worth.
    """
    known = [row for row in rows if row.luck]
    return adjusted(
        [row.returns[seat_of(row)] for row in known],
        [[part[seat_of(row)] for part in row.luck] for row in known],
        [row.number // seats for row in known],
    )


def _versus(lineup: Lineup, rows: Sequence[Row]) -> Versus | None:
    """Return the first player's results against the others, where the players differ."""
    if not lineup.mixed:
        return None
    seats = lineup.game.seats

    def seat_of(row: Row) -> int:
        return -row.number % seats

    player, other = lineup.players[:2]
    found = _results(rows, seats, lambda row: float(row.returns[seat_of(row)]))
    found = replace(found, adjusted=_adjusted(rows, seats, seat_of))
    return Versus(player=player, other=other, **asdict(found))


def _branching(rows: Sequence[Row]) -> Branching:
    """Return how many moves there are to choose from, on average, at most, and as the
    game goes on.
    """
    counts = [count for row in rows for count in row.branching]
    tenths = [by_tenth(row.branching) for row in rows]
    return Branching(
        mean=round(float(np.mean(counts)), 2) if counts else None,
        median=float(np.median(counts)) if counts else None,
        most=max(counts, default=None),
        tenths=[_mean([row[part] for row in tenths], 2) for part in range(10)],
    )


def _mean(values: Sequence[float | None], digits: int) -> float | None:
    known = [value for value in values if value is not None]
    return round(float(np.mean(known)), digits) if known else None


def _surely(groups: Sequence[Sequence[float]], name: str) -> Spread:
    """Return the spread of some values, and between what their mean or median lies."""
    values = [value for group in groups for value in group]
    found = spread(values)
    if values:
        least, most = resampled(groups, lambda drawn: float(getattr(np, name)(drawn)))
        bounds = {f"{name}_low": round(least, 4), f"{name}_high": round(most, 4)}
        return replace(found, **bounds)
    return found


def _lead(rows: Sequence[Row], seats: int) -> Lead | None:
    """Return who is ahead as games go on, by the evaluation at the beginning of each turn."""
    valued = [row for row in rows if row.values and row.values[0]]
    if not valued:
        return None
    won = [row for row in valued if max(row.returns) == 1]
    changes = _by_deal(valued, seats, lambda row: lead_changes(row.values))
    return Lead(
        changes=_surely(changes, "mean"),
        decided=_surely(_by_deal(won, seats, decided_at), "median"),
        leader_wins=[_mean([_foretold(row, part) for row in valued], 4) for part in range(10)],
    )


def lead_changes(values: Sequence[Sequence[float]]) -> int:
    """Return how often the lead goes from one seat to another."""
    leaders = []
    for shares in values:
        second, first = sorted(shares)[-2:]
        if first - second >= AHEAD:
            leaders.append(shares.index(first))
    return sum(one != other for one, other in pairwise(leaders))


def decided_at(row: Row) -> float:
    """Return the part of a game's turns after which its winner was ahead for good."""
    winner = row.returns.index(1)
    last = max(
        (turn for turn, shares in enumerate(row.values) if _leader(shares) != winner),
        default=-1,
    )
    return (last + 1) / len(row.values)


def _leader(shares: Sequence[float]) -> int | None:
    """Return the seat with the highest share; None for a tie."""
    best = max(shares)
    return shares.index(best) if shares.count(best) == 1 else None


def _foretold(row: Row, part: int) -> float | None:
    """Return what the seat ahead at the beginning of a tenth took in the end."""
    leader = _leader(row.values[len(row.values) * part // 10])
    return None if leader is None else float(row.returns[leader])


def _kinds(rows: Sequence[Row], seats: int) -> dict[str, list[MoveKind]]:
    """Return for each kind of move what those who made it took, each use counted."""
    kinds = {(group, key) for row in rows for group in row.moves for key in row.moves[group]}
    found: dict[str, list[MoveKind]] = {}
    for group, key in sorted(kinds, key=_natural):
        entry = _kind(rows, seats, group, key)
        if entry.games >= RARE:
            found.setdefault(group, []).append(entry)
    return found


def _natural(pair: tuple[str, str]) -> tuple[Any, ...]:
    """Return numbers by their size, all else by letter."""
    group, key = pair
    head = key.split("→")[0]
    number = head.removeprefix("-").isdigit()
    return group, not number, int(head) if number else 0, key


def _kind(rows: Sequence[Row], seats: int, group: str, key: str) -> MoveKind:
    def uses(row: Row) -> list[int]:
        return row.moves.get(group, {}).get(key, [0] * seats)

    def taken(row: Row, power: int) -> float:
        return float(np.dot(uses(row), np.power(row.returns, power)))

    counts = _per_deal(rows, seats, lambda row: float(sum(uses(row))))
    points, squares = (_per_deal(rows, seats, partial(taken, power=power)) for power in (1, 2))
    return MoveKind(
        key=key,
        uses=int(sum(counts)),
        games=sum(any(uses(row)) for row in rows),
        **asdict(clustered(points, counts, squares)),
    )


def _openings(rows: Sequence[Row], seats: int) -> list[OpeningRow]:
    """Return what whoever makes the first move took after each such move, the most
    frequent first.
    """
    counts = Counter(row.opening for row in rows)
    found = []
    for opening, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if count >= RARE:
            chosen = [row for row in rows if row.opening == opening]
            taken = _share(chosen, seats, taken_first)
            found.append(OpeningRow(key=opening, games=count, **asdict(taken)))
    return found
