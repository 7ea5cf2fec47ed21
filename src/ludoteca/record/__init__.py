"""Records of matches: the log, its text, and the proof that its chance was fair."""

from ludoteca.record.match import Event, Match
from ludoteca.record.text import read_match, write_match
from ludoteca.record.verify import Verification, verify

__all__ = ["Event", "Match", "Verification", "read_match", "verify", "write_match"]
