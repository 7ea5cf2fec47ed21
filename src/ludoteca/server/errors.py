"""Refusals: a stable code, an HTTP status, and a sentence in the reader's language."""

from pathlib import Path

from ludoteca.core import texts
from ludoteca.core.errors import LudotecaError
from ludoteca.server.wire.responses import Problem

texts.add_folder("server", Path(__file__).parent / "texts")

STATUS = {
    "bad_request": 400,
    "not_found": 404,
    "too_large": 413,
    "too_slow": 408,
    "wrong_type": 415,
    "bad_origin": 403,
    "bad_host": 403,
    "not_here": 403,
    "no_network": 409,
    "bad_token": 401,
    "too_many": 429,
    "invite_used": 409,
    "no_seat": 403,
    "not_your_turn": 409,
    "stale": 409,
    "waiting": 409,
    "over": 409,
    "not_over": 409,
    "cancelled": 409,
    "hidden": 403,
    "no_help": 403,
    "no_takeback": 409,
    "no_draw": 409,
    "no_offer": 409,
    "again": 409,
    "declined": 409,
    "settled": 409,
    "covered": 403,
    "busy": 503,
    "storage": 503,
    "disk_full": 507,
    "too_many_open": 409,
    "too_many_imports": 409,
    "too_many_offers": 409,
    "unreadable": 422,
    "review_long": 422,
    "other_rules": 422,
    "unknown_game": 404,
    "no_puzzle": 404,
    "wrong_method": 405,
    "internal": 500,
}
OTHER_STATUS = 422


class Refused(LudotecaError):
    """A refused request; the reason is its code."""

    def __init__(self, code: str, *, seq: int | None = None, **details: object) -> None:
        super().__init__(code, owner="server", **details)
        self.code = code
        self.seq = seq


def status_of(error: LudotecaError) -> int:
    """Return the HTTP status of an error."""
    return STATUS.get(error.code, OTHER_STATUS)


def refusal(error: LudotecaError, lang: str) -> Problem:
    """Return an error as it is sent."""
    seq = error.seq if isinstance(error, Refused) else None
    return Problem(code=error.code, text=error.text(lang), seq=seq)
