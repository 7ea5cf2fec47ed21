"""One palette for all games: a colour is a name, a tone for each theme, and a mark.

The tones keep their order of lightness for the common kinds of colour blindness; the mark, drawn on
every piece of that colour, says the same without colour. Marks are paths in a box from -1 to 1.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """A colour of pieces: its tones and its mark."""

    light: str
    dark: str
    ink: str
    mark: str


COLOURS: dict[str, Colour] = {
    "red": Colour("#c93a2e", "#d9503f", "#fff6ea", "M0-.9 .9.7-.9.7Z"),
    "orange": Colour("#e8862a", "#ee963f", "#2a1a08", "M-.5-.87H.5L1 0 .5.87H-.5L-1 0Z"),
    "yellow": Colour(
        "#f2c838",
        "#f4d152",
        "#33270a",
        "M0-1 .24-.33.95-.31.39.13.59.81 0 .42-.59.81-.39.13-.95-.31-.24-.33Z",
    ),
    "green": Colour(
        "#2f8f5b", "#3ba56c", "#f2fff4", "M-.3-.95H.3V-.3H.95V.3H.3V.95H-.3V.3H-.95V-.3H-.3Z"
    ),
    "blue": Colour("#2b6cb8", "#4285d6", "#f1f8ff", "M0-.9A.9.9 0 1 1 0 .9 .9.9 0 1 1 0-.9Z"),
    "indigo": Colour("#3b3a8f", "#5a59bf", "#f3f2ff", "M0-1 .72 0 0 1-.72 0Z"),
    "purple": Colour("#8a4b9f", "#a666bb", "#fff2ff", "M-.75-.75H.75V.75H-.75Z"),
    "white": Colour(
        "#fbf7ec",
        "#f3efe3",
        "#4a4438",
        "M0-.9A.9.9 0 1 1 0 .9 .9.9 0 1 1 0-.9ZM0-.5A.5.5 0 1 0 0 .5 .5.5 0 1 0 0-.5Z",
    ),
    "black": Colour(
        "#2b2a2e",
        "#17171b",
        "#f1ede2",
        "M-.9-.6-.6-.9 0-.3 .6-.9 .9-.6 .3 0 .9.6 .6.9 0 .3-.6.9-.9.6-.3 0Z",
    ),
    "light-blue": Colour("#7fbfe6", "#8cc8ec", "#0d2a3d", "M-.9-.7H.9V-.25H-.9ZM-.9.25H.9V.7H-.9Z"),
    "dark-blue": Colour("#27488c", "#3d63b3", "#eef4ff", "M-.7-.9H-.25V.9H-.7ZM.25-.9H.7V.9H.25Z"),
}

# Everything that is not a piece: name → (light theme, dark theme).
TONES: dict[str, tuple[str, str]] = {
    "paper": ("#f6efe1", "#20262e"),
    "board": ("#ead9b8", "#2d3540"),
    "board-edge": ("#c9ae7c", "#44505f"),
    "gutter": ("#d9c297", "#222932"),
    "square": ("#f3e7cd", "#38424f"),
    "square-alt": ("#eadbb9", "#323b47"),
    "line": ("#b79c6b", "#566374"),
    "ink": ("#2f2a22", "#efe8d8"),
    "ink-soft": ("#6d6250", "#b9b2a3"),
    "accent": ("#1f7a8c", "#5cc2d4"),
    "ivory": ("#fffaf0", "#f2ecdd"),
    "ebony": ("#37343a", "#131418"),
    "shadow": ("#2f2a22", "#000000"),
}


def tone(name: str, theme: str) -> str:
    """Return the value of a colour or tone in a theme; `red.ink` is the colour of marks on red."""
    base, _, part = name.partition(".")
    if base in COLOURS:
        colour = COLOURS[base]
        if part == "ink":
            return colour.ink
        return colour.light if theme == "light" else colour.dark
    return TONES[base][0 if theme == "light" else 1]
