"""Golden playthroughs: whole games told step by step, kept as text files that a reader can follow.

`python -m tools golden` writes them again after a deliberate change of the rules or the words.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import ludoteca
from ludoteca.core.kernels import CHANCE
from ludoteca.match import Match

FOLDER = Path(__file__).parent / "data" / "golden"
GAMES: dict[str, tuple[str, dict[str, object], int]] = {
    "phoenix": ("phoenix", {}, 130),
    "rainbow": ("rainbow", {}, 400),
    "rainbow-first-edition": ("rainbow", {"variant": "first-edition"}, 400),
    "cadena": ("cadena", {}, 400),
    "cadena-4-for-good": ("cadena", {"players": 4, "pin": "for-good"}, 400),
    "colorito": ("colorito", {}, 60),
    "colorito-strict": ("colorito", {"variant": "strict"}, 60),
    "colorito-colours": ("colorito", {"variant": "colours"}, 60),
    "sendas": ("sendas", {}, 400),
    "sendas-clash": ("sendas", {"setup": "clash"}, 400),
}


def tell(name: str) -> Iterator[str]:
    """A random game, each step with its legal moves, now and then with what the seats see."""
    game_name, options, most = GAMES[name]
    match, source = Match(ludoteca.load(game_name, **options), 1892), Random(1892)
    yield f"# {match.game!r}, seed 1892"
    told = 0
    for step in range(most):
        for event in match.events[told:]:
            yield f"{'*' if event.who == CHANCE else event.who}: {event.text}"
        told = len(match.events)
        position = match.position
        if position.to_move is None:
            break
        moves = position.moves()
        yield f"  to move {position.to_move}, {len(moves)} moves: {' | '.join(sorted(moves)[:40])}"
        hidden = match.game.definition.hidden
        for seat in [None, *range(match.game.seats if hidden else 0)] if step % 6 == 0 else []:
            view = position.view(seat, memory=True)
            for key in ("game", "options", "seat", "seats", "to_move"):
                del view[key]
            yield f"  view {seat}: {json.dumps(view, sort_keys=True, ensure_ascii=False)}"
        if position.to_move == CHANCE:
            match.roll()
        else:
            match.play(source.choice(moves))
    yield f"= {match.outcome}"


def write() -> None:
    """Writes all playthroughs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text("\n".join(tell(name)) + "\n", encoding="utf-8")
