"""Colorito: a view in words, with a small board of text."""

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import read_square, side_of


def words(view: View, lang: str) -> str:
    """Return the board as lines: pieces as colour and number, empty squares as their colour in
    small.
    """
    cells = [
        "  ·  " if letter == "W" else f"  {letter.lower()}  "
        for rank in view["colours"]
        for letter in rank
    ]
    for piece in view["pieces"]:
        cells[read_square(piece["square"])] = f"{piece['colour']}{piece['number']}".center(5)
    lines = []
    for rank in range(rules.SIDE - 1, -1, -1):
        row = cells[rank * rules.SIDE : (rank + 1) * rules.SIDE]
        lines.append(f"{rank + 1:2} {''.join(row)}".rstrip())
    lines.append("   " + "".join(file.center(5) for file in "abcdefghij").rstrip())
    lines.append(texts.say("colorito", "labels.legend", lang))
    home = [
        texts.say(
            "colorito",
            "labels.home",
            lang,
            name=texts.say("colorito", f"labels.seat_{side_of(view, seat)}", lang),
            count=view["home"][seat],
        )
        for seat in range(2)
    ]
    lines.append("; ".join(home) + ".")
    return "\n".join(lines)
