"""Cadena: a chain of dice, and a race to be stuck."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.rulebooks.cadena import boards, checks, evaluation, notation, rules, view
from ludoteca.rulebooks.cadena.scene import scene
from ludoteca.rulebooks.cadena.turn_search import think
from ludoteca.rulebooks.cadena.words import words

DEFINITION = Definition(
    name="cadena",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: int(options["players"]),
    options=(
        Option(name="players", default=2, values=(2, 3, 4)),
        Option(name="pin", default="covered", values=boards.PINS),
        Option(name="board", default="spiral", values=boards.NAMES, read=boards.read_board),
    ),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=replace(rules.KERNELS, evaluate=evaluation.evaluate),
    chance=True,
    setup=boards.setup,
    check=checks.check,
    write=notation.write,
    read=notation.read,
    path=notation.path,
    refuse=notation.refuse,
    view=view.view,
    restore=view.restore,
    reveal=view.reveal,
    ending=view.ending,
    events=notation.events,
    write_event=notation.write_event,
    read_event=notation.read_event,
    scene=scene,
    words=words,
    think=think,
)
