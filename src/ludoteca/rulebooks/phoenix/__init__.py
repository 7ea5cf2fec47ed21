"""Phoenix: put your pawns in the order of the spectrum before it changes."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.rulebooks.phoenix import deals, decks, evaluation, notation, rules, view
from ludoteca.rulebooks.phoenix.scene import scene
from ludoteca.rulebooks.phoenix.words import words

DEFINITION = Definition(
    name="phoenix",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(Option(name="deck", default="standard", values=decks.NAMES, read=decks.read_deck),),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=replace(rules.KERNELS, evaluate=evaluation.evaluate, lead=evaluation.lead),
    chance=True,
    deals_itself=True,
    hidden=True,
    buttons=notation.BUTTONS,
    setup=decks.setup,
    check=view.check,
    write=notation.write,
    read=notation.read,
    path=notation.path,
    refuse=notation.refuse,
    view=view.view,
    restore=view.restore,
    reveal=view.reveal,
    ending=view.ending,
    write_event=deals.write_event,
    read_event=deals.read_event,
    scene=scene,
    words=words,
)
