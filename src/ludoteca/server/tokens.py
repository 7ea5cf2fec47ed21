"""Identity: random tokens of which only the hash is stored, signed invites, and plain names."""

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
    """Return a new token of 32 random bytes."""
    return secrets.token_urlsafe(32)


def holder_of(token: str | None) -> bytes | None:
    """Return the hash by which a token is known, or None for what is not a token."""
    if token is None or _TOKEN.fullmatch(token) is None:
        return None
    return hashlib.sha256(token.encode()).digest()


def same(one: bytes, other: bytes) -> bool:
    """Return whether two hashes are equal, in constant time."""
    return hmac.compare_digest(one, other)


def new_match_id() -> str:
    """Return a new id of 80 random bits; anybody who knows it may watch."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(16))


def is_match_id(text: str) -> bool:
    """Return whether a text has the form of a match id."""
    return len(text) == 16 and all(letter in _ID_LETTERS for letter in text)


def invite_to(key: bytes, match: str, seat: int) -> str:
    """Return the invite to a seat of a match, derived from the store's key and never stored."""
    digest = hmac.digest(key, f"invite {match} {seat}".encode(), "sha256")
    return f"{match}.{seat}.{urlsafe_b64encode(digest)[:22].decode()}"


def read_invite(key: bytes, invite: str) -> tuple[str, int] | None:
    """Return the match and seat of an invite, or None if this server did not sign it."""
    found = _INVITE.fullmatch(invite)
    if found is None:
        return None
    expected = invite_to(key, found[1], int(found[2]))
    return (found[1], int(found[2])) if same(expected.encode(), invite.encode()) else None


def clean_name(name: str) -> str:
    """Return a name as plain text on one line, no control or direction marks, cut to length."""
    kept = (
        " " if unicodedata.category(letter).startswith("Z") else letter
        for letter in unicodedata.normalize("NFC", name)
        if unicodedata.category(letter)[0] != "C" or letter in "\t\n"
    )
    return " ".join("".join(kept).split())[:MOST_IN_A_NAME].strip()


def bot_seed(key: bytes, match: str, seq: int) -> int:
    """Return the seed of a bot's search: fixed for a position, and unknown without the key."""
    digest = hmac.digest(key, f"bot {match} {seq}".encode(), "sha256")
    return int.from_bytes(digest[:7], "big")
