"""The headers of a record that name the players: `player-1 Ana`, `player-2 bot 4`.

Seats are counted from 1; a person without a name has no header. Terminal, arena and study used to
write `seat-0 person`, `seat-1 4`: those records are read as well.
"""

from collections.abc import Mapping

BOT = "bot "
_OLD_PERSON = "person"


def seat_tags(bots: Mapping[int, str], names: Mapping[int, str] | None = None) -> dict[str, str]:
    """Return the headers for the bots (players of the search by name) and the people at a table."""
    players = {seat: name for seat, name in (names or {}).items() if name}
    players |= {seat: f"{BOT}{bot}" for seat, bot in bots.items()}
    return {f"player-{seat + 1}": players[seat] for seat in sorted(players)}


def seat_names(tags: Mapping[str, str], seats: int) -> list[str]:
    """Return for each seat what its header says: a person's name, `bot 4`, or an empty text."""
    return [tags.get(f"player-{seat + 1}") or _old_name(tags, seat) for seat in range(seats)]


def bots_of(tags: Mapping[str, str], seats: int) -> dict[int, str]:
    """Return the seats of bots, each with the name of its player."""
    return {
        seat: name.removeprefix(BOT)
        for seat, name in enumerate(seat_names(tags, seats))
        if name.startswith(BOT)
    }


def without_seats(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the other headers, those that name no player."""
    return {
        key: value
        for key, value in tags.items()
        if not key.startswith(("player-", "seat-")) or not key.partition("-")[2].isdigit()
    }


def _old_name(tags: Mapping[str, str], seat: int) -> str:
    """Return what an old header `seat-N`, counted from 0, says in the words of `player-N`."""
    old = tags.get(f"seat-{seat}", _OLD_PERSON)
    return "" if old == _OLD_PERSON else f"{BOT}{old}"
