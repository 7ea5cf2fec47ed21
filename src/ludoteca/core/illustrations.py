"""Pictures for the rules: positions of a game by name, from `picture/positions.toml` in its folder.

An entry says with which options and seed a game begins and which moves are played; `moment` is a
last move shown at the instant at which it is made, `unchecked` one that the rules forbid, to show
why. `way` is a move whose way is drawn, `show` the ids of the things to cut out (`*` for any end),
`seat` whose view it is. The rules name a picture as `![caption](position:NAME)`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.core import registry, texts
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position

FILE = "picture/positions.toml"
FOLDED = "{folded}"
"""At the end of the title of a chapter that pages fold away."""
DIRECTIVE = re.compile(r"^!\[(?P<caption>[^\]]*)\]\(position:(?P<name>[\w-]+)\)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Illustration:
    """A position to be drawn for the rules."""

    position: Position
    seat: int
    show: tuple[str, ...]
    way: tuple[str, ...]


def names(game: str) -> list[str]:
    """Return the names of the pictures that a game has for its rules."""
    return list(registry.table(game, FILE))


def illustration(game: str, name: str) -> Illustration:
    """Return a picture of a game; KeyError without one of that name."""
    entry: Mapping[str, Any] = registry.table(game, FILE)[name]
    position = registry.load(game, **entry.get("options", {})).start(entry.get("seed", 1))
    for move in entry.get("moves", ()):
        position = position.play(move)
        while position.to_move == CHANCE:
            position = position.roll()
    way = _way(position, entry["way"]) if "way" in entry else ()
    if "moment" in entry:
        position = position.moment(entry["moment"]) or position.play(entry["moment"])
    if "unchecked" in entry:
        position = position.unchecked(entry["unchecked"])
    show, seat = tuple(entry.get("show", ())), entry.get("seat", 0)
    return Illustration(position=position, seat=seat, show=show, way=way)


def _way(position: Position, move: str) -> tuple[str, ...]:
    """Return the places that a move touches, by the ids by which they are picked."""
    definition, seat = position.game.definition, position.to_move
    if definition.route is not None:
        return tuple(definition.route(position.view(seat), move))
    return position.path(move)[:2]


def described(game: str, lang: str) -> str:
    """Return the rules of a game with each picture as its caption and the position in words."""

    def words(match: re.Match[str]) -> str:
        found = illustration(game, match["name"])
        caption = texts.say("core", "rules.picture", lang, caption=match["caption"])
        if found.show:
            return f"*{caption}*"
        return f"*{caption}*\n\n```text\n{found.position.words(found.seat, lang)}\n```"

    document = texts.document(game, "rules", lang).replace(f" {FOLDED}", "")
    return DIRECTIVE.sub(words, document)
