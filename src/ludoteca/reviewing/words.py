"""A review in sentences."""

from ludoteca.core import texts
from ludoteca.core.kernels import CHANCE
from ludoteca.reviewing.model import OWNER, Review, ReviewRow

SMALL = 0.005  # what would be written as 0.00


def say(key: str, lang: str, **values: object) -> str:
    """Return a sentence of the reviews."""
    return texts.say(OWNER, key, lang, **values)


def amount(value: float) -> str:
    """Return how much, without its sign."""
    return f"{abs(value):.2f}"


def summary(review: Review, seat: int, lang: str) -> str:
    """Return what decided the match for a seat: luck, its decisions, and those of the others."""
    one = review.seats[seat]
    lucky = "even" if abs(one.luck) < SMALL else "lucky" if one.luck > 0 else "unlucky"
    if not _has_luck(review):
        lucky = "no_luck"
    count = one.mistakes
    lost = "none" if -one.decisions < SMALL else "few" if count == 0 else str(min(count, 2))
    number = texts.find(OWNER, f"numbers.{count}", lang) or say("numbers.more", lang, count=count)
    values = {"luck": amount(one.luck), "lost": amount(one.decisions), "count": number}
    told = say(f"sentence.{lucky}.{lost}", lang, **values)
    if one.gifts >= SMALL:
        told += " " + say(
            "sentence.gifts" if len(review.seats) > 2 else "sentence.gift",
            lang,
            gifts=amount(one.gifts),
        )
    return told


def _has_luck(review: Review) -> bool:
    """Return whether chance had any part in a match."""
    return any(row.seat == CHANCE or any(row.luck) for row in review.rows)


def judgement(row: ReviewRow, lang: str) -> str:
    """Return the name of a row's judgement; empty where nothing was decided."""
    return say(f"judgement.{row.judgement}", lang) if row.judgement else ""


def seat_name(review: Review, seat: int | None, lang: str) -> str:
    """Return what a player is called: the name in the record, or the number of the seat."""
    if seat is None or seat < 0:
        return say("chance", lang)
    return review.names[seat] or say("seat", lang, number=seat + 1)
