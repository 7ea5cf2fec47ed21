"""The full-screen table's colours and layout."""

from textual.theme import Theme

from ludoteca.drawing.palette import tone

THEMES = ("dark", "light")


def theme(name: str) -> Theme:
    """Return our palette as a theme of Textual's."""
    return Theme(
        name=f"ludoteca-{name}",
        primary=tone("accent", name),
        accent=tone("accent", name),
        foreground=tone("ink", name),
        background=tone("paper", name),
        surface=tone("board", name),
        panel=tone("square", name),
        warning=tone("orange", name),
        error=tone("red", name),
        success=tone("green", name),
        dark=name == "dark",
    )


CSS = """
Screen { background: $background; color: $foreground; overflow: hidden; }
#head { height: 1; background: $surface; padding: 0 1; text-style: bold; }
#middle { height: 1fr; }
#board { width: 1fr; background: $background; scrollbar-size: 1 1; }
#side { width: 26; background: $surface; padding: 0 1; }
#side.wide { width: 40; }
#side.away { display: none; }
#players { height: auto; }
#players, #list { text-wrap: nowrap; text-overflow: ellipsis; }
#players { margin-bottom: 1; }
#moves #list { text-wrap: wrap; }
#moves { height: 1fr; scrollbar-size: 1 1; }
#message { height: 2; padding: 0 1; }
#message.tall { height: 3; }
#message.alert { color: $warning; text-style: bold; }
#prompt { height: 1; background: $surface; padding: 0 1; text-wrap: nowrap;
          text-overflow: ellipsis; }
#keys { height: 1; background: $panel; text-wrap: nowrap; link-style: none;
        link-style-hover: bold reverse; }
#small { display: none; height: 1fr; content-align: center middle; text-align: center; }
Rules, Pick, Curtain { align: center middle; background: $background 60%; }
Curtain { background: $background; }
#sheet { width: 90%; max-width: 100; height: 90%; background: $surface; padding: 1 2; }
#text { height: 1fr; scrollbar-size: 1 1; }
#foot { height: 1; color: $accent; }
#card { width: auto; min-width: 40; max-width: 76; height: auto; max-height: 90%;
        background: $surface; border: round $accent; padding: 1 2; }
#card OptionList { width: auto; min-width: 34; height: auto; border: none;
        background: $surface; }
#title { width: auto; max-width: 70; padding-bottom: 1; text-style: bold; }
#curtain { width: 60; height: auto; text-align: center; }
"""
