"""Rainbow Duel: six colours in a row, and a memory for what lies beneath."""

from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.core.kernels import Kernels
from ludoteca.rulebooks.rainbow import data, imagining, notation, rules, validation, view
from ludoteca.rulebooks.rainbow.bot import evaluation
from ludoteca.rulebooks.rainbow.picture.scene import scene
from ludoteca.rulebooks.rainbow.picture.words import words

DEFINITION = Definition(
    name="rainbow",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(
        Option(name="variant", default=None, values=(None, data.FIRST_EDITION)),
        Option(name="deck", default="standard", values=data.NAMES, read=data.read_deck),
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
    setup=data.setup,
    check=validation.check,
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
    terminal="picture.terminal",
    agent="agent",
    study="study",
)
