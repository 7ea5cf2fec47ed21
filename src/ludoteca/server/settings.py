"""Every limit of the server; docs/server.md explains them."""

import os
from dataclasses import dataclass

from ludoteca.core.data import MAX_REQUEST_BYTES


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The limits of one server; the defaults suit a computer at home."""

    rooms: int = 500
    """Matches kept in memory while nobody is connected; others are loaded when needed."""
    room_events: int = 300_000
    """Events of all matches in memory, beyond which those nobody is connected to are dropped."""

    # Connections
    connections: int = 4_000
    """Open TCP connections in all; lowered at start to what the file limit allows."""
    connections_per_address: int = 200
    connection_burst: int = 150
    new_connections_per_second: float = 30.0
    """New connections from one address; beyond that they are cut off before anything is read."""
    watchers: int = 2_000
    """Followers without a seat in all; the rest of the connections is kept for players."""
    watchers_per_match: int = 100
    connections_per_holder: int = 8
    """Followers of one match with one token; another one replaces the oldest."""
    head_seconds: float = 10.0
    """How long a client may take to send the head of a request."""
    head_bytes: int = 32_768
    body_seconds: float = 10.0
    """How long a client may take to send the body of a request."""
    body_chunks: int = 1_000
    requests_pipelined: int = 8
    """Requests of one connection that wait for the answer to the one before."""
    send_seconds: float = 10.0
    """How long a client may take to receive a message."""
    keepalive_seconds: float = 15.0
    contribution_seconds: float = 5.0
    """How long a match waits for contributions to its chance that were announced."""

    # Sizes
    message_bytes: int = 4_096
    body_bytes: int = 65_536
    table_bytes: int = MAX_REQUEST_BYTES
    """The TOML of a deck, board or set-up of one's own."""
    record_bytes: int = 1_000_000

    # Rates
    message_burst: int = 30
    messages_per_second: float = 15.0
    """Messages of one live connection; beyond that it is read more slowly."""
    address_message_burst: int = 120
    address_messages_per_second: float = 60.0
    """Messages of all live connections of one address together."""
    address_frame_burst: int = 1_000
    address_frames_per_second: float = 300.0
    """Frames of them, pings and fragments included; beyond that they are read more slowly."""
    request_burst: int = 600
    requests_per_second: float = 150.0
    """Requests of any kind from one address, handshakes of live connections included."""
    post_burst: int = 60
    posts_per_second: float = 20.0
    """Requests that change something, from one address."""
    rematch_burst: int = 10
    rematches_per_second: float = 0.2
    """Rematches of one person, over HTTP and the live connection together."""
    address_rematch_burst: int = 40
    address_rematches_per_second: float = 2.0
    work_burst: int = 60
    work_per_second: float = 20.0
    """Requests that compute (positions, help, previews, records, lists), of one token."""
    address_work_burst: int = 120
    address_work_per_second: float = 40.0
    """The same from one address."""
    refusal_seconds: float = 0.2
    """The pause before a request beyond a rate is refused, so that trying again is no use."""

    # Threads
    thinkers: int = max(3, os.cpu_count() or 2)
    thoughts_waiting: int = 2_048
    bots_per_client: int = 64
    bots_per_address: int = 128
    """Thoughts of bots waiting or running; a bot beyond that waits and tries again."""
    help_per_client: int = 4
    help_per_address: int = 8
    """Hints and evaluations waiting or running; one of them runs at a time."""
    replay_threads: int = 2
    replays_waiting: int = 16
    """Past positions and records that one client may ask for while its first is replayed."""
    replays_kept: int = 512
    openings_waiting: int = 2_048
    """Matches that are waiting to be read from their logs."""
    help_seconds: float = 1.0
    reviews_waiting: int = 256
    reviews_per_client: int = 4
    reviews_per_address: int = 64
    """Reviews waiting or being made; one move of one of them is judged at a time."""
    review_level: int = 6
    """The highest level of the analyses of a review."""
    review_plies: int = 5_000
    """The plies of the longest match that is reviewed."""
    reviews_kept: int = 64
    """Reviews kept in memory; all that are complete are stored with their matches."""
    drawings_waiting: int = 2_048
    drawings_kept: int = 256
    """Drawings of all matches kept in memory for others who see the same."""
    previews_per_client: int = 4
    previews_per_address: int = 16
    """Drawings of previews waiting or running."""
    tables_waiting: int = 16
    """TOML tables waiting to be parsed."""

    # Storage
    open_matches_per_holder: int = 500
    """Matches that one token may have created and that are not over."""
    imports_per_holder: int = 300
    """Records that one token has imported, and games that it has tried again."""
    offers_per_match: int = 1_000
    """Offers of draws and takebacks in one match: without them its log ends with the game."""
    free_bytes: int = 500_000_000
    """Below this much free space on the disk no match is created; moves go on."""
    waiting_days: float = 7
    """A match that nobody joined is deleted after this time."""
    unread_days: float = 30
    """An imported record that nobody opened is deleted after this time."""
    expiry_seconds: float = 3_600
    """The time between two searches for matches that have expired."""

    # Pace
    bot_pace: float = 0.6
    """The seconds that a bot takes to decide while a person watches, once what happened before was
    shown; 0: it answers at once."""
    bot_tick: float = 0.3
    """Where cards are hidden, a bot answers only at multiples of this many seconds."""

    # Names
    names: tuple[str, ...] = ()
    """Host names the server answers to besides localhost and the address it was reached at."""
