"""Colorito: twenty numbered pieces cross a coloured board."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.rulebooks.colorito import data, notation, rules, validation, view
from ludoteca.rulebooks.colorito.bot import evaluation, running
from ludoteca.rulebooks.colorito.picture.goals import marks
from ludoteca.rulebooks.colorito.picture.prompts import prompt, why
from ludoteca.rulebooks.colorito.picture.route import route
from ludoteca.rulebooks.colorito.picture.scene import scene
from ludoteca.rulebooks.colorito.picture.words import words

DEFINITION = Definition(
    name="colorito",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(
        Option(name="variant", default=None, values=data.VARIANTS),
        Option(name="after_step", default="hops", values=data.AFTER_STEP, origin="ruling"),
        Option(name="swap", default="no", values=data.SWAPS, origin="ruling"),
        Option(
            name="board",
            default="standard",
            values=data.NAMES,
            read=data.read_board,
            origin="rebuilt",
        ),
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
    setup=data.setup,
    check=validation.check,
    write=notation.write,
    read=notation.read,
    path=notation.path,
    refuse=notation.refuse,
    view=view.view,
    restore=view.restore,
    reveal=view.reveal,
    sides=view.sides,
    ending=view.ending,
    scene=scene,
    prompt=prompt,
    why=why,
    route=route,
    words=words,
    marks=marks,
    terminal="picture.terminal",
    agent="agent",
    search="bot.search",
    study="study",
    beats="picture.beats",
    review="review",
    puzzles="puzzles",
)
