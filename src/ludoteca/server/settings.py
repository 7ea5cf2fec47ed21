"""How much the server takes on, in one place."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The limits of one server; the defaults suit a computer at home."""

    rooms: int = 2_000
    """Matches kept in memory though nobody is connected; others are read again when needed."""
    connections: int = 4_000
    connections_per_match: int = 100
    message_bytes: int = 4_096
    message_burst: int = 30
    messages_per_second: float = 15.0
    """A connection that sends more is read more slowly."""
    body_bytes: int = 65_536
    body_seconds: float = 10.0
    """How long a client may take to send a request."""
    record_bytes: int = 1_000_000
    post_burst: int = 60
    posts_per_second: float = 20.0
    rematch_burst: int = 10
    rematches_per_second: float = 0.2
    """Of one person, over HTTP and the live connection together."""
    contribution_seconds: float = 5.0
    """How long a match waits for contributions to its chance that were announced."""
    send_seconds: float = 10.0
    """How long a client may take to receive a message."""
    open_matches_per_holder: int = 500
    """Matches that one token may have created and that are not over."""
    imports_per_holder: int = 300
    free_bytes: int = 500_000_000
    """Below this much free space on the disk no match is created; moves go on."""
    waiting_days: float = 7
    """A match that nobody joined is deleted after this time."""
    unread_days: float = 30
    """An imported record that nobody opened is deleted after this time."""
    expiry_seconds: float = 3_600
    """The time between two searches for matches that have expired."""
    replay_threads: int = 2
    replays_waiting: int = 16
    """Past positions and records that one client may ask for while its first is replayed."""
    replays_kept: int = 512
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)
    thoughts_waiting: int = 256
    help_seconds: float = 1.0
    bot_pace: float = 0.6
    """The least time between two moves that a person watches a bot make, in seconds."""
    keepalive_seconds: float = 15.0
    local_only: bool = True
    """Answer only to the names of this computer, so that no other site can pose as it."""
