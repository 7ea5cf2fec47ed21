"""Identities: signed tokens of which only a hash is stored, invites, and names that are text."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass

COOKIE = "ludoteca"
MOST_IN_A_NAME = 40
_TOKEN = re.compile(r"([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{22}))?")
_INVITE = re.compile(r"([a-z2-7]{16})\.(\d)\.([A-Za-z0-9_-]{22})", re.ASCII)
_ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as nothing."""
_LOOKALIKES = str.maketrans(
    "\u03bf\u043e\u0585\u1d0f\u0431\u0432\u044c\u0299\u03c4\u0442\u1d1b", "oooobbbbttt"
)
"""Greek, Cyrillic, Armenian and small-capital letters that look like those of "bot"."""
_BOT_NAME = re.compile(r"b[o0]ts?(level|nivel)?\d*")


@dataclass(frozen=True, kw_only=True)
class Identity:
    """The holder a token stands for, and whether this server has signed the token."""

    holder: bytes
    signed: bool


def new_token(key: bytes) -> str:
    """Return a new token: 32 random bytes and the server's signature."""
    return sign_token(key, secrets.token_urlsafe(32))


def sign_token(key: bytes, secret: str) -> str:
    """Return the signed token of a secret; its holder is the same as without a signature."""
    return f"{secret}.{_digest(key, f'token {secret}')}"


def read_token(key: bytes, token: str | None) -> Identity | None:
    """Return the identity of a token, or None if it is malformed or its signature is wrong.

    Tokens made before they were signed have no signature. They keep what they hold; whether they
    hold anything is for the caller to check before it gives them more.
    """
    found = None if token is None else _TOKEN.fullmatch(token)
    if found is None:
        return None
    if found[2] is not None and not same(sign_token(key, found[1]).encode(), found[0].encode()):
        return None
    return Identity(holder=_holder(found[1]), signed=found[2] is not None)


def holder_of(token: str | None) -> bytes | None:
    """Return the hash by which a token's secret is stored, or None if it is no token."""
    found = None if token is None else _TOKEN.fullmatch(token)
    return None if found is None else _holder(found[1])


def _holder(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _digest(key: bytes, text: str) -> str:
    return urlsafe_b64encode(hmac.digest(key, text.encode(), "sha256"))[:22].decode()


def same(one: bytes, other: bytes) -> bool:
    """Compare two hashes in constant time."""
    return hmac.compare_digest(one, other)


def new_match_id() -> str:
    """Return an id of 80 random bits; knowing it allows watching."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(16))


def is_match_id(text: str) -> bool:
    """Return whether a text may be the id of a match."""
    return len(text) == 16 and all(letter in _ID_LETTERS for letter in text)


def invite_to(key: bytes, match: str, seat: int) -> str:
    """Return the invite to a seat; it is derived from the store's key and not stored."""
    return f"{match}.{seat}.{_digest(key, f'invite {match} {seat}')}"


def read_invite(key: bytes, invite: str) -> tuple[str, int] | None:
    """Return the match and seat of an invite, or None if it is not one of ours."""
    found = _INVITE.fullmatch(invite)
    if found is None:
        return None
    expected = invite_to(key, found[1], int(found[2]))
    return (found[1], int(found[2])) if same(expected.encode(), invite.encode()) else None


def clean_name(name: str) -> str:
    """Return a name as visible text on one line; "" if nothing is left or it poses as a bot's."""
    kept = (
        " " if unicodedata.category(letter).startswith("Z") or letter in "\t\n" else letter
        for letter in unicodedata.normalize("NFC", name)
        if (unicodedata.category(letter)[0] != "C" or letter in "\t\n") and letter not in _BLANKS
    )
    clean = " ".join("".join(kept).split())[:MOST_IN_A_NAME].strip()
    return clean if _is_visible(clean) and not looks_like_bot(clean) else ""


def _is_visible(name: str) -> bool:
    """Return whether a name has more than combining marks."""
    return any(unicodedata.category(letter)[0] not in "MZ" for letter in name)


def looks_like_bot(name: str) -> bool:
    """Return whether a name reads like that of a bot, in any case, width, spacing or alphabet."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKALIKES)
    plain = "".join(str(unicodedata.digit(letter, letter)) for letter in plain)
    words = re.findall(r"[^\W_]+", plain)
    return any(_BOT_NAME.fullmatch(part) for part in ("".join(words), *words))


def bot_seed(key: bytes, match: str, seq: int) -> int:
    """Return the seed of a bot's search: fixed for a position, unpredictable without the key."""
    digest = hmac.digest(key, f"bot {match} {seq}".encode(), "sha256")
    return int.from_bytes(digest[:7], "big")
