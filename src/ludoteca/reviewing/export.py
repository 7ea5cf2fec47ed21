"""A review as CSV and as HTML."""

import csv
from collections.abc import Iterable
from html import escape
from io import StringIO

from ludoteca.core import texts
from ludoteca.reviewing.judgement import BAD
from ludoteca.reviewing.model import Review, ReviewRow
from ludoteca.reviewing.picture import picture
from ludoteca.reviewing.words import judgement, say, seat_name

TERMS = ("value", "luck", "decision", "unknown", "gift")
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}th,td{padding:.15em .6em;text-align:left}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}tr:nth-child(even){background:#8881}"
    "svg{max-width:100%;height:auto}"
)


def as_csv(review: Review) -> str:
    """Return the rows as CSV with a head."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    seats = range(len(review.seats))
    terms = [f"{term}_{seat}" for term in TERMS for seat in seats]
    writer.writerow(["ply", "seat", "text", "best", "judgement", "loss", "confidence", *terms])
    for row in review.rows:
        values = [getattr(row, term)[seat] for term in TERMS for seat in seats]
        seat = "" if row.seat is None else row.seat
        head = [row.ply, seat, row.text, row.best or "", row.judgement, row.loss, row.confidence]
        writer.writerow([*head, *values])
    return out.getvalue()


def as_page(review: Review, lang: str) -> str:
    """Return an HTML document with pictures, sums, mistakes and every row."""
    title = escape(say("title", lang, game=texts.say(review.game, "title", lang)))
    body = f"<h1>{title}</h1>{as_html(review, lang, pictures=len(review.seats))}"
    body += f"<h2>{escape(say('table', lang))}</h2>{_table(review, review.rows, lang)}"
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def as_html(review: Review, lang: str, *, pictures: int = 1) -> str:
    """Return the picture, the sums and the mistakes as a piece of HTML."""
    parts = [picture(review, seat, lang).svg() for seat in range(pictures) if review.seats]
    parts += [f"<p>{escape(say('notes.partial', lang))}</p>"] if review.partial else []
    parts += [_sums(review, lang), f"<p>{escape(say('notes.sums', lang))}</p>"]
    bad = [row for row in review.rows if row.judgement in BAD]
    parts.append(
        _table(review, bad, lang) if bad else f"<p>{escape(say('notes.no_mistakes', lang))}</p>"
    )
    return "".join(parts)


def _sums(review: Review, lang: str) -> str:
    """Return the table of the seats, in shares and in points."""
    names = ("seat", "start", "result", "luck", "decisions", "unknown", "gifts", "accuracy")
    rows = []
    for one in review.seats:
        name = seat_name(review, one.seat, lang)
        sums = (one.start, one.result, one.luck, one.decisions, one.unknown, one.gifts)
        accuracy = "–" if one.accuracy is None else f"{one.accuracy:.0f}"
        rows.append([name, *(f"{value:.2f}" for value in sums), accuracy])
        if one.points is not None:
            account = one.points
            told = (account.start, account.result, account.luck, account.decisions)
            points = [f"{value:.1f}" for value in (*told, account.unknown)]
            rows.append([f"{name}, {say('notes.points', lang)}", *points, "", ""])
    return _html_table([say(f"columns.{name}", lang) for name in names], rows)


def _table(review: Review, rows: Iterable[ReviewRow], lang: str) -> str:
    """Return a table of rows, with the terms of whoever acted; of the first seat for chance."""
    names = ("ply", "seat", "text", "judgement", "best", "value", "luck", "decision", "why")
    cells = []
    for row in rows:
        seat = row.seat if row.seat is not None and row.seat >= 0 else 0
        told = (row.value[seat], row.luck[seat], row.decision[seat])
        better = row.best if row.best and row.best != row.text else ""
        why = row.why.text(review.game, lang) if row.why and row.judgement in BAD else ""
        head = [str(row.ply), seat_name(review, row.seat, lang), row.text, judgement(row, lang)]
        cells.append([*head, better or "", *(f"{value:.2f}" for value in told), why])
    return _html_table([say(f"columns.{name}", lang) for name in names], cells)


def _html_table(head: list[str], rows: list[list[str]]) -> str:
    """Return an HTML table; numbers are set flush right."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    lines = []
    for row in rows:
        cells = "".join(
            f'<td class="n">{escape(cell)}</td>' if _is_number(cell) else f"<td>{escape(cell)}</td>"
            for cell in row
        )
        lines.append(f"<tr>{cells}</tr>")
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
