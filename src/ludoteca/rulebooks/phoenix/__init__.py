"""Phoenix: put your pawns in the order of the spectrum before it changes."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.rulebooks.phoenix import data, notation, rules, validation, view
from ludoteca.rulebooks.phoenix.bot import evaluation
from ludoteca.rulebooks.phoenix.picture.scene import scene
from ludoteca.rulebooks.phoenix.picture.words import words

DEFINITION = Definition(
    name="phoenix",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(Option(name="deck", default="standard", values=data.NAMES, read=data.read_deck),),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=replace(rules.KERNELS, evaluate=evaluation.evaluate, lead=evaluation.lead),
    chance=True,
    deals_itself=True,
    hidden=True,
    buttons=notation.BUTTONS,
    setup=data.setup,
    check=validation.check,
    write=notation.write,
    read=notation.read,
    path=notation.path,
    either_order=notation.either_order,
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
)
