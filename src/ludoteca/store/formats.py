"""The tables of the SQLite file, and the upgrades from one format to the next.

A new file gets format 1 and then every upgrade, so that old and new files have the same tables.
"""

import secrets
import sqlite3
from pathlib import Path

from ludoteca.store.files import private
from ludoteca.store.protocol import StoreFailed

FORMAT = 3
_FORMAT_1 = """
CREATE TABLE matches (id TEXT PRIMARY KEY, seed BLOB, creator BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    match TEXT NOT NULL REFERENCES matches, seq INTEGER NOT NULL, event BLOB NOT NULL,
    PRIMARY KEY (match, seq)) WITHOUT ROWID;
CREATE TABLE holders (
    match TEXT NOT NULL REFERENCES matches, seat INTEGER NOT NULL, holder BLOB NOT NULL,
    PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE INDEX matches_of_holder ON holders (holder, match);
CREATE TABLE keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER events_hold BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
"""
# The log only grows: not even a mistake of ours can change an event, or delete one unless its whole
# match has expired. What has expired is said in `expired` within the transaction that deletes it.
_GONE = "EXISTS (SELECT 1 FROM expired WHERE match = OLD.{column})"
_UPGRADE_1 = f"""
ALTER TABLE matches ADD COLUMN status TEXT NOT NULL DEFAULT 'playing';
ALTER TABLE matches ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_of_creator ON matches (creator, imported, status);
CREATE INDEX matches_by_status ON matches (status, updated);
CREATE INDEX matches_unread ON matches (updated) WHERE unread;
CREATE TABLE expired (match TEXT PRIMARY KEY) WITHOUT ROWID;
DROP TRIGGER events_stay;
CREATE TRIGGER events_stay BEFORE DELETE ON events WHEN NOT {_GONE.format(column="match")}
BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER holders_stay BEFORE DELETE ON holders WHEN NOT {_GONE.format(column="match")}
BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER matches_stay BEFORE DELETE ON matches WHEN NOT {_GONE.format(column="id")}
BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER expired_only BEFORE INSERT ON expired WHEN NOT EXISTS (
    SELECT 1 FROM matches
    WHERE id = NEW.match AND (status IN ('waiting', 'cancelled') OR unread))
BEGIN SELECT RAISE(ABORT, 'not expired'); END;
CREATE TRIGGER expired_whole BEFORE DELETE ON expired WHEN EXISTS (
    SELECT 1 FROM events WHERE match = OLD.match
    UNION ALL SELECT 1 FROM holders WHERE match = OLD.match
    UNION ALL SELECT 1 FROM matches WHERE id = OLD.match)
BEGIN SELECT RAISE(ABORT, 'whole matches only'); END;
"""
# Reviews follow from the log: they may be made again, replaced and deleted.
_UPGRADE_2 = """
CREATE TABLE reviews (
    match TEXT NOT NULL REFERENCES matches, level INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (match, level)) WITHOUT ROWID;
"""
_TEXT = "CAST(event AS TEXT)"
_PART = f"CASE WHEN json_valid({_TEXT}) THEN json_extract({_TEXT}, '$.{{name}}') END"
_AT, _KIND = _PART.format(name="at"), _PART.format(name="kind")
_LAST = "FROM events WHERE match = matches.id ORDER BY seq DESC LIMIT 1"
# Whether a match is over by its rules is not known without replaying it: that is put right when it
# is opened. One that cannot be read is no waiting one, so that it never expires.
_DERIVE = f"""
UPDATE matches SET
    created = coalesce(CAST((SELECT {_AT} FROM events WHERE match = matches.id AND seq = 0)
        AS INTEGER), 0),
    updated = coalesce(CAST((SELECT {_AT} {_LAST}) AS INTEGER), 0),
    status = CASE
        WHEN (SELECT {_KIND} {_LAST}) = 'cancelled' THEN 'cancelled'
        WHEN (SELECT {_KIND} {_LAST}) IN ('resign', 'draw', 'rematch') THEN 'over'
        WHEN NOT EXISTS (SELECT 1 FROM events WHERE match = matches.id
            AND coalesce({_KIND}, '') NOT IN ('created', 'joined')) THEN 'waiting'
        ELSE 'playing' END;
"""


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make or upgrade the tables; StoreFailed if the file is of another program or time."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if found == 0 and tables == 0:
            _create(connection)
        elif found == 1:
            _copy(path, found)
            _run(connection, _UPGRADE_1 + _DERIVE + _UPGRADE_2)
        elif found == 2:
            _copy(path, found)
            _run(connection, _UPGRADE_2)
        elif found != FORMAT:
            raise StoreFailed(f"the file has format {found}, not {FORMAT}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _create(connection: sqlite3.Connection) -> None:
    _run(connection, _FORMAT_1 + _UPGRADE_1 + _UPGRADE_2)
    row = ("server", secrets.token_bytes(32))
    connection.execute("INSERT INTO keys VALUES (?, ?)", row)


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Run statements within the open transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""


def _copy(path: Path, found: int) -> None:
    """Copy the file beside itself, as it was before an upgrade."""
    copy = path.with_name(f"{path.name}.format-{found}")
    unfinished = copy.with_name(copy.name + ".part")
    private(unfinished)
    source, target = sqlite3.connect(path), sqlite3.connect(unfinished)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    unfinished.replace(copy)
