"""The rules as a page: Markdown rendered as safe HTML, with pictures of real tables."""

import re
import unicodedata
from functools import lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludoteca.core import texts

REBUILT = ("Rebuilt.", "Reconstruido.")
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


def _picture(game: str, at: str, lang: str) -> Token:
    token = Token("html_block", "", 0)
    token.content = figure(game, at, lang)
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


@lru_cache(maxsize=32)
def page(game: str, lang: str) -> dict[str, Any]:
    """Return the rules of a game: title, safe HTML and chapters."""
    markdown = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    tokens = markdown.parse(texts.document(game, "rules", lang))
    _mark_rebuilt(tokens)
    out: list[Token] = []
    contents: list[dict[str, str]] = []
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
                contents.append({"id": name, "title": words})
                if chapters in PICTURES:
                    out.append(_picture(game, PICTURES[chapters], lang))
        out.append(token)
    html = markdown.renderer.render(out, markdown.options, {})
    return {"title": title, "html": html, "contents": contents}
