"""Rainbow Duel: six colours in a row, and a memory for what lies beneath."""

from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.core.kernels import Kernels
from ludoteca.rulebooks.rainbow import (
    decks,
    evaluation,
    imagining,
    notation,
    positions,
    rules,
    view,
)
from ludoteca.rulebooks.rainbow.scene import scene
from ludoteca.rulebooks.rainbow.words import words

DEFINITION = Definition(
    name="rainbow",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(
        Option(name="variant", default=None, values=(None, decks.FIRST_EDITION)),
        Option(name="deck", default="standard", values=decks.NAMES, read=decks.read_deck),
    ),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=Kernels(
        legal=rules.legal,
        apply=rules.apply,
        outcomes=rules.outcomes,
        returns=rules.returns,
        imagine=imagining.imagine,
        evaluate=evaluation.evaluate,
        lead=evaluation.lead,
    ),
    chance=True,
    deals_itself=True,
    hidden=True,
    buttons=notation.BUTTONS,
    setup=decks.setup,
    check=positions.check,
    write=notation.write,
    read=notation.read,
    path=notation.path,
    refuse=notation.refuse,
    view=view.view,
    restore=view.restore,
    reveal=view.reveal,
    ending=view.ending,
    write_event=notation.write_event,
    read_event=notation.read_event,
    scene=scene,
    words=words,
)
