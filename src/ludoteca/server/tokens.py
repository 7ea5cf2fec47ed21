"""Who is who: random tokens of which only the hash is kept, invites, and names that are text."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode

COOKIE = "ludoteca"
MOST_IN_A_NAME = 40
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_INVITE = re.compile(r"([a-z2-7]{16})\.(\d)\.([A-Za-z0-9_-]{22})")
_ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def new_token() -> str:
    """A token that nobody guesses: 32 random bytes."""
    return secrets.token_urlsafe(32)


def holder_of(token: str | None) -> bytes | None:
    """The hash by which a token is known, or None if it is no token."""
    if token is None or _TOKEN.fullmatch(token) is None:
        return None
    return hashlib.sha256(token.encode()).digest()


def same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one, other)


def new_match_id() -> str:
    """An id of 80 random bits: who knows it may watch."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(16))


def is_match_id(text: str) -> bool:
    """Whether a text may be the id of a match."""
    return len(text) == 16 and all(letter in _ID_LETTERS for letter in text)


def invite_to(key: bytes, match: str, seat: int) -> str:
    """The invite to one seat of one match; it follows from the store's key and is not stored."""
    digest = hmac.digest(key, f"invite {match} {seat}".encode(), "sha256")
    return f"{match}.{seat}.{urlsafe_b64encode(digest)[:22].decode()}"


def read_invite(key: bytes, invite: str) -> tuple[str, int] | None:
    """The match and seat of an invite, or None if it is not one of ours."""
    found = _INVITE.fullmatch(invite)
    if found is None:
        return None
    expected = invite_to(key, found[1], int(found[2]))
    return (found[1], int(found[2])) if same(expected.encode(), invite.encode()) else None


def clean_name(name: str) -> str:
    """A name as plain text on one line: no control or direction marks, not too long."""
    kept = (
        " " if unicodedata.category(letter).startswith("Z") else letter
        for letter in unicodedata.normalize("NFC", name)
        if unicodedata.category(letter)[0] != "C" or letter in "\t\n"
    )
    return " ".join("".join(kept).split())[:MOST_IN_A_NAME].strip()


def bot_seed(key: bytes, match: str, seq: int) -> int:
    """The seed of a bot's thought: always the same for a position, and nobody can compute it."""
    digest = hmac.digest(key, f"bot {match} {seq}".encode(), "sha256")
    return int.from_bytes(digest[:7], "big")
