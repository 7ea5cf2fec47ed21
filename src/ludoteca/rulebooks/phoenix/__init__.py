"""Phoenix: put your pawns in the order of the spectrum before it changes."""

from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.core.kernels import Kernels
from ludoteca.rulebooks.phoenix import data, imagining, notation, rules, validation, view
from ludoteca.rulebooks.phoenix.bot import evaluation
from ludoteca.rulebooks.phoenix.picture.prompts import prompt, why
from ludoteca.rulebooks.phoenix.picture.scene import scene
from ludoteca.rulebooks.phoenix.picture.words import words

DEFINITION = Definition(
    name="phoenix",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(
        Option(
            name="deck",
            default="standard",
            values=data.NAMES,
            read=data.read_deck,
            origin="rebuilt",
        ),
        Option(name="runs", default="each", values=data.RUNS, origin="ruling"),
        Option(name="deck_end", default="last-draw", values=data.DECK_ENDS, origin="ruling"),
        Option(name="starter", default="alternate", values=data.STARTERS, origin="ruling"),
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
    either_order=notation.either_order,
    refuse=notation.refuse,
    view=view.view,
    restore=view.restore,
    reveal=view.reveal,
    ending=view.ending,
    write_event=notation.write_event,
    read_event=notation.read_event,
    scene=scene,
    prompt=prompt,
    why=why,
    words=words,
    terminal="picture.terminal",
    agent="agent",
    beats="picture.beats",
    review="review",
    puzzles="puzzles",
)
