"""The web table: match rooms, seats, the live connection, and an HTTP API for programs."""
