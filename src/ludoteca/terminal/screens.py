"""What lies over the table for a moment: rules, lists to choose from, the curtain."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option


class Rules(ModalScreen[None]):
    """A longer text to scroll through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,enter,ctrl+r", "dismiss", show=False),
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
    ]

    def __init__(self, text: str, foot: str) -> None:
        super().__init__()
        self._text, self._foot = text, foot

    def compose(self) -> ComposeResult:
        """Yield the text, and how to get back."""
        with Vertical(id="sheet"):
            yield VerticalScroll(Markdown(self._text, open_links=False), id="text", can_focus=False)
            yield Static(self._foot, id="foot")

    def action_move(self, lines: int) -> None:
        """Scroll by a line."""
        self.query_one("#text", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll by a page."""
        text = self.query_one("#text", VerticalScroll)
        text.scroll_relative(y=pages * max(1, text.size.height - 2), animate=False)


class Pick(ModalScreen[str | None]):
    """A short list to choose one entry from."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss", show=False)]

    def __init__(self, title: str, entries: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__()
        self._title, self._entries, self._chosen = title, entries, chosen

    def compose(self) -> ComposeResult:
        """Yield the title and the entries."""
        with Vertical(id="card"):
            yield Static(self._title, id="title")
            yield self._list()

    def _list(self) -> OptionList:
        """Build the list with its highlight at the entry chosen now.

        The highlight is set before the list is mounted: a screen that is dismissed at once
        may be told of its mounting when its children are gone already.
        """
        entries = OptionList(
            *(
                Option(f"{number}  {text}", id=key)
                for number, (key, text) in enumerate(self._entries, 1)
            )
        )
        keys = [key for key, _ in self._entries]
        entries.set_reactive(
            OptionList.highlighted, keys.index(self._chosen) if self._chosen in keys else 0
        )
        return entries

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the key of the entry."""
        self.dismiss(event.option.id)

    def on_key(self, event: events.Key) -> None:
        """Choose an entry by its number."""
        numbers = [str(number) for number in range(1, len(self._entries) + 1)]
        if event.character in numbers:
            event.stop()
            self.dismiss(self._entries[numbers.index(event.character)][0])


class Curtain(ModalScreen[None]):
    """Hides the table until the next person sits before it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Yield one sentence and nothing else."""
        yield Static(self._text, id="curtain")

    def on_click(self) -> None:
        """Draw the curtain on a click too."""
        self.dismiss()
