"""The results of an arena run: as plain data, as a text table, as a table for notebooks."""

from html import escape
from itertools import combinations

from ludoteca.core import texts
from ludoteca.lab.adjusting import adjusted
from ludoteca.lab.rows import Adjusted, ArenaGame, ArenaReport, PairRow, PlayerRow
from ludoteca.lab.tournament import Standing, in_order

HEADS = ("player", "elo", "interval", "score", "games", "seconds")


def report(standing: Standing) -> ArenaReport:
    """Return a run as plain data; scores are shares of the points."""
    rows = standing.counted()
    played = max(1, len(rows))
    return ArenaReport(
        game=standing.game.name,
        options=dict(standing.game.options),
        players=[
            PlayerRow(
                name=rating.name,
                elo=round(rating.elo, 1),
                low=round(rating.low, 1),
                high=round(rating.high, 1),
                score=round(rating.score, 4),
                games=rating.games,
                seconds=round(_seconds(rows, rating.name), 5),
            )
            for rating in standing.ratings()
        ],
        pairs=[
            _pair(standing, rows, pair)
            for pair in combinations(standing.players, 2)
            if in_order(pair) in standing.pairs
        ],
        games=len(rows),
        first_seat_score=round(sum(row.first for row in rows) / played, 4),
        decisions=round(sum(row.decisions for row in rows) / played, 1),
        endings={
            reason: sum(row.reason == reason for row in rows)
            for reason in sorted({row.reason for row in rows})
        },
    )


def _pair(standing: Standing, rows: list[ArenaGame], pair: tuple[str, str]) -> PairRow:
    """Return what the first of two took from the second, in the order in which they
    were asked for.
    """
    ordered = in_order(pair)
    result, turned = standing.pairs[ordered], pair != ordered
    result = result.turned if turned else result
    own = [row for row in rows if (row.a, row.b) == ordered]
    shares = [(row.number % 2, row.share) for row in own]
    if turned:
        shares = [(1 - side, 1 - share) for side, share in shares]
    low, high = result.interval
    return PairRow(
        a=pair[0],
        b=pair[1],
        score=round(result.score, 4),
        low=round(low, 4),
        high=round(high, 4),
        games=result.games,
        as_first=_mean([share for side, share in shares if side == 0]),
        as_second=_mean([share for side, share in shares if side == 1]),
        decisions=_mean([row.decisions for row in own], 1),
        adjusted=_adjusted(own, turned=turned),
    )


def _adjusted(rows: list[ArenaGame], *, turned: bool) -> Adjusted | None:
    """Return what the first of two took, or the second if `turned`, with the luck taken off."""
    known = [row for row in rows if row.luck]
    sign, base = (-1, 1) if turned else (1, 0)
    return adjusted(
        [base + sign * row.share for row in known],
        [[sign * part for part in row.luck] for row in known],
        [row.number // 2 for row in known],
    )


def _mean(values: list[float], digits: int = 4) -> float | None:
    return round(sum(values) / len(values), digits) if values else None


def _seconds(rows: list[ArenaGame], name: str) -> float:
    """Return the mean seconds a decision of a player took."""
    own: list[float] = [row.seconds[name] for row in rows if name in (row.a, row.b)]
    return sum(own) / max(1, len(own))


def _heads(lang: str) -> tuple[str, ...]:
    return tuple(texts.say("arena", f"report.{head}", lang) for head in HEADS)


def _cells(standing: Standing) -> list[tuple[str, ...]]:
    """Return the table of the players, best first."""
    return [
        (
            row.name,
            f"{row.elo:.0f}",
            f"{row.low:.0f} – {row.high:.0f}",
            f"{row.score:.1%}",
            str(row.games),
            f"{row.seconds:.4f}",
        )
        for row in report(standing).players
    ]


def as_text(standing: Standing, lang: str = "en") -> str:
    """Return the table of the players as text, then each pair on a line."""
    table = [_heads(lang), *_cells(standing)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADS))]
    lines = []
    for row in table:
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join([row[0].ljust(len(first)), *rest]))
    lines.append("")
    for pair in report(standing).pairs:
        share = f"{pair.score:.1%} ({pair.low:.1%} – {pair.high:.1%})"
        lines.append(f"{pair.a} : {pair.b}  {share}  n = {pair.games}")
        if pair.adjusted is not None:
            lines.append(f"  {_told(pair.adjusted, lang)}")
    return "\n".join(lines)


def _told(one: Adjusted, lang: str) -> str:
    """Return a result with the luck taken off, in words."""
    shares = {name: f"{getattr(one, name):.1%}" for name in ("score", "low", "high")}
    return texts.say("arena", "report.adjusted", lang, **shares, factor=f"{one.factor:.1f}")


def as_html(standing: Standing, lang: str = "en") -> str:
    """Return the table of the players for notebooks."""
    heads = "".join(f"<th>{escape(head)}</th>" for head in _heads(lang))
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in _cells(standing)
    )
    return f"<table><tr>{heads}</tr>{rows}</table>"
