"""Rainbow Duel: names of faces and cards."""

from ludoteca.rulebooks.rainbow import rules

LETTERS = "ROYGBIVWK"


def face_name(face: int) -> str:
    """Return the letter of a face: the seven colours, W white, K black."""
    return LETTERS[face]


def read_face(letter: str) -> int:
    """Return the face of a letter that is known to be one."""
    return LETTERS.index(letter)


def card_name(code: int) -> str:
    """Return both faces of a card, the one towards seat 0 first."""
    front, back = divmod(code, rules.FACES)
    return face_name(front) + face_name(back)


def read_card(name: str) -> int:
    """Return the card of a name that is known to be two letters of faces."""
    return read_face(name[0]) * rules.FACES + read_face(name[1])
