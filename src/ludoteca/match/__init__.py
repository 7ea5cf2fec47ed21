"""Records of matches: the log, its text, and the proof that its chance was fair."""

from ludoteca.match.match import Event, Match
from ludoteca.match.text import read_match, write_match
from ludoteca.match.verify import Verification, verify

__all__ = ["Event", "Match", "Verification", "read_match", "verify", "write_match"]
