"""The rules as a page: Markdown rendered as safe HTML, with pictures of real tables."""

import re
import unicodedata
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludoteca.core import texts
from ludoteca.core.illustrations import FOLDED
from ludoteca.server.wire.catalog import Chapter, RulesPage

POSITION = "position:"
OPTION = re.compile(r"\[(option|opción): (\w+)\]")
REBUILT = ("Rebuilt.", "Reconstruido.", "Our ruling.", "Criterio nuestro.")
MARK = re.compile(
    r"\[(?:(?P<rebuilt>rebuilt|reconstruido)|(?P<ruling>our ruling|criterio nuestro)"
    r"|(?P<option>(?:option|opción): [^\]]+))\]"
)
"""The marks of rebuilt parts, rulings of ours and options, at their sentences."""
PICTURES = {1: "start", 3: "middle"}
"""After the title, and before the third chapter."""


def slug(title: str) -> str:
    """Return a heading as an id."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "part"


def figure(game: str, at: str, lang: str) -> str:
    """Return a figure of a real table, for both themes."""
    alt = escape(texts.say("server", f"pictures.{at}", lang))
    source = f"/api/games/{game}/picture.svg?at={at}&amp;lang={lang}&amp;theme="
    images = "".join(
        f'<img class="on-{theme}" src="{source}{theme}" alt="{alt}">' for theme in ("light", "dark")
    )
    return f"<figure>{images}<figcaption>{alt}</figcaption></figure>\n"


def position_figure(game: str, name: str, caption: str, lang: str) -> str:
    """Return a figure of a position that the rules name, for both themes."""
    alt, source = escape(caption), f"/api/games/{game}/positions/{name}.svg?lang={lang}&amp;theme="
    images = "".join(
        f'<img class="on-{theme}" loading="lazy" src="{source}{theme}" alt="{alt}">'
        for theme in ("light", "dark")
    )
    return f'<figure class="position">{images}<figcaption>{alt}</figcaption></figure>\n'


def _html(content: str) -> Token:
    token = Token("html_block", "", 0)
    token.content = content
    return token


def _picture(game: str, at: str, lang: str) -> Token:
    return _html(figure(game, at, lang))


def _with_positions(tokens: list[Token], game: str, lang: str) -> list[Token]:
    """Return tokens with each paragraph that is a picture of a position as a figure."""
    out: list[Token] = []
    for token in tokens:
        image = token.children[0] if token.type == "inline" and token.children else None
        name = str(image.attrs.get("src", "")) if image is not None else ""
        if image is not None and image.type == "image" and name.startswith(POSITION):
            assert out.pop().type == "paragraph_open"
            found = position_figure(game, name.removeprefix(POSITION), image.content, lang)
            out.append(_html(found))
        elif token.type != "paragraph_close" or out[-1].type != "html_block":
            out.append(token)
    return out


def _folded(tokens: list[Token]) -> list[Token]:
    """Return tokens with chapters whose title ends in the mark folded away until opened."""
    out: list[Token] = []
    is_open = False
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            if is_open:
                out.append(_html("</details>\n"))
            inline = tokens[index + 1]
            is_open = inline.content.endswith(FOLDED)
            if is_open:
                inline.content = inline.content.removesuffix(FOLDED).rstrip()
                inline.children = [text_token(inline.content)]
                out.append(_html(f"<details><summary>{escape(inline.content)}</summary>\n"))
        out.append(token)
    return [*out, _html("</details>\n")] if is_open else out


def text_token(content: str) -> Token:
    """Return a token of plain text."""
    token = Token("text", "", 0)
    token.content = content
    return token


def _mark_rebuilt(tokens: list[Token]) -> None:
    """Mark the quotations about reconstructed rules with a class."""
    opened: Token | None = None
    for token in tokens:
        if token.type == "blockquote_open":
            opened = token
        elif token.type == "inline" and opened is not None:
            if any(word in token.content[:20] for word in REBUILT):
                opened.attrSet("class", "rebuilt")
            opened = None


def _with_titles(game: str, lang: str) -> str:
    """Return the rules with the marks of options by the titles that the set-up shows."""

    def titled(match: re.Match[str]) -> str:
        title = texts.find(game, f"options.{match[2]}.title", lang)
        return f"[{match[1]}: {title}]" if title else match[0]

    return OPTION.sub(titled, texts.document(game, "rules", lang))


def _show_marks(tokens: list[Token]) -> None:
    """Turn the marks in running text into elements with a class of their own."""
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = [part for child in token.children for part in _split(child)]


def _split(token: Token) -> list[Token]:
    """Return a piece of text with its marks apart; other tokens as they are."""
    if token.type != "text":
        return [token]
    parts, start = list[Token](), 0
    for found in MARK.finditer(token.content):
        kind = found.lastgroup or ""
        shown = Token("html_inline", "", 0)
        shown.content = f'<span class="origin {kind}">{escape(found[0][1:-1])}</span>'
        parts += [_text(token.content[start : found.start()]), shown]
        start = found.end()
    return [*parts, _text(token.content[start:])]


def _text(content: str) -> Token:
    token = Token("text", "", 0)
    token.content = content
    return token


@lru_cache(maxsize=32)
def page(game: str, lang: str) -> RulesPage:
    """Return the rules of a game: title, safe HTML and chapters."""
    markdown = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    tokens = markdown.parse(_with_titles(game, lang))
    _mark_rebuilt(tokens)
    _show_marks(tokens)
    tokens = _folded(_with_positions(tokens, game, lang))
    out: list[Token] = []
    contents: list[Chapter] = []
    title, used, chapters = "", set[str](), 0
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            words = tokens[index + 1].content
            name = slug(words)
            while name in used:
                name += "-2"
            used.add(name)
            token.attrSet("id", name)
            if token.tag == "h1":
                title = title or words
            elif token.tag == "h2":
                chapters += 1
                contents.append(Chapter(id=name, title=words))
                if chapters in PICTURES:
                    out.append(_picture(game, PICTURES[chapters], lang))
        out.append(token)
    html = markdown.renderer.render(out, markdown.options, {})
    return RulesPage(title=title, html=html, contents=contents)
