"""Cadena: turns solved exactly and searched turn by turn; see the README beside this folder."""
