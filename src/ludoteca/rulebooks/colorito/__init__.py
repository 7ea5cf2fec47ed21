"""Colorito: twenty numbered pieces cross a coloured board."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.rulebooks.colorito import boards, evaluation, notation, rules, running, view
from ludoteca.rulebooks.colorito.goals import marks
from ludoteca.rulebooks.colorito.restoring import restore
from ludoteca.rulebooks.colorito.scene import scene
from ludoteca.rulebooks.colorito.words import words

DEFINITION = Definition(
    name="colorito",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(
        Option(name="variant", default=None, values=boards.VARIANTS),
        Option(name="board", default="standard", values=boards.NAMES, read=boards.read_board),
    ),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=replace(
        rules.KERNELS,
        evaluate=evaluation.evaluate,
        lead=evaluation.lead,
        key=evaluation.key,
    ),
    buttons=notation.BUTTONS,
    prepare=running.prepare,
    setup=boards.setup,
    check=view.check,
    write=notation.write,
    read=notation.read,
    path=notation.path,
    refuse=notation.refuse,
    view=view.view,
    restore=restore,
    reveal=view.reveal,
    ending=view.ending,
    scene=scene,
    words=words,
    marks=marks,
    run=running.run,
)
