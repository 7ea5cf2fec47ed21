"""Views that are none."""

from typing import Any

import ludoteca


def start_view(name: str, **options: Any) -> dict[str, Any]:
    return ludoteca.load(name, **options).start(1).view(0, memory=True)


def _piece(view: dict[str, Any], **changes: Any) -> dict[str, Any]:
    first, *rest = view["pieces"]
    return view | {"pieces": [first | changes, *rest]}


COLORITO, SENDAS = start_view("colorito"), start_view("sendas")
RAINBOW, PHOENIX, CADENA = start_view("rainbow"), start_view("phoenix"), start_view("cadena")
KNOWN = [{"faces": ["R", face], "turned": False} for face in "OYGBIV"]
RED = {"faces": ["R", None], "turned": False}


def reds(count: int) -> dict[str, Any]:
    """A view of Rainbow Duel with so many reds seen, seven of them now and the others won."""
    won = [[RED] * (count - 7), [RED | {"faces": ["O", None]}] * (19 - count)]
    return RAINBOW | {
        "hands": [["R"] * 3, ["R"] * 3],
        "end": "R",
        "drawn": [9, 9],
        "stack": 38,
        "won": [len(pile) for pile in won],
        "memory": {"row": [], "won": won},
    }


MALFORMED = {
    "no such piece": _piece(COLORITO, number=500),
    "no such seat of a piece": _piece(COLORITO, seat=9),
    "no such square": _piece(COLORITO, square="z99"),
    "a few pieces": COLORITO | {"pieces": COLORITO["pieces"][:5]},
    "pieces counted twice": SENDAS | {"pieces": SENDAS["pieces"] * 4},
    "another colour of a piece": _piece(COLORITO, colour="Y"),
    "nothing but a head": {k: SENDAS[k] for k in ("game", "options", "seat", "to_move")},
    "more than is seen": SENDAS | {"secret": 1},
    "no such seat": SENDAS | {"seat": 7, "to_move": 7},
    "chance in a seat": SENDAS | {"seat": -1, "to_move": -1},
    "a seat that is text": SENDAS | {"seat": "0", "to_move": "0"},
    "a seat that is true": SENDAS | {"seat": False, "to_move": False},
    "a hand too large": PHOENIX | {"cards": PHOENIX["cards"] * 8},
    "a hand of nothing": PHOENIX | {"cards": None},
    "no such face": RAINBOW | {"end": "Q"},
    "more cards won than counted": RAINBOW | {"memory": {"row": [], "won": [[RED] * 6, []]}},
    "more reds than there are": reds(15),
    "more cards than there are": RAINBOW
    | {"won": [6, 0], "memory": {"row": [], "won": [KNOWN, []]}},
    "dice of nobody": CADENA | {"hand": [9, 9]},
    "an end without end": CADENA | {"ends": [{"last": 1 << 40, "direction": "up"}]},
}
