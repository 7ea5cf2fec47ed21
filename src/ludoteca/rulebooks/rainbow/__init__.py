"""Rainbow Duel: six colours in a row, and a memory for what lies beneath."""

from pathlib import Path

from ludoteca.core.definition import Caution, Definition, Option
from ludoteca.core.kernels import Kernels
from ludoteca.rulebooks.rainbow import data, imagining, notation, rules, validation, view
from ludoteca.rulebooks.rainbow.bot import evaluation
from ludoteca.rulebooks.rainbow.moment import moment, prepare
from ludoteca.rulebooks.rainbow.picture.prompts import drops, prompt, why
from ludoteca.rulebooks.rainbow.picture.scene import scene
from ludoteca.rulebooks.rainbow.picture.words import words

DEFINITION = Definition(
    name="rainbow",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(
        Option(name="variant", default=None, values=(None, data.FIRST_EDITION)),
        Option(
            name="deck",
            default="standard",
            values=data.NAMES,
            read=data.read_deck,
            origin="rebuilt",
        ),
        Option(name="after_flip", default="may-end", values=data.AFTER_FLIP, origin="ruling"),
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
    prepare=prepare,
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
    cautions=(Caution(move=r"F(?P<number>\d)", key="ask_flip"),),
    drops=drops,
    prompt=prompt,
    why=why,
    words=words,
    moment=moment,
    terminal="picture.terminal",
    agent="agent",
    study="study",
    beats="picture.beats",
    review="review",
    puzzles="puzzles",
)
