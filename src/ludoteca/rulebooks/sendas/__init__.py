"""Sendas: paths that may never break."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Caution, Definition, Option
from ludoteca.rulebooks.sendas import data, notation, rules, validation, view
from ludoteca.rulebooks.sendas.bot import evaluation
from ludoteca.rulebooks.sendas.picture.prompts import prompt, why
from ludoteca.rulebooks.sendas.picture.scene import scene
from ludoteca.rulebooks.sendas.picture.words import words

DEFINITION = Definition(
    name="sendas",
    version=2,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(
        Option(
            name="setup",
            default="classic",
            values=data.NAMES,
            read=data.read_setup,
            origin="rebuilt",
        ),
        Option(name="exit", default="beyond", values=data.EXITS, since=2, origin="ruling"),
        Option(name="passes", default="draw", values=data.PASSES, since=2, origin="ruling"),
        Option(name="swap", default="no", values=data.SWAPS, since=2, origin="ruling"),
    ),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=replace(rules.KERNELS, evaluate=evaluation.evaluate, key=rules.key),
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
    sides=view.sides,
    ending=view.ending,
    scene=scene,
    cautions=(Caution(move="pass", key="ask_pass"),),
    prompt=prompt,
    why=why,
    words=words,
    terminal="picture.terminal",
    beats="picture.beats",
    review="review",
    puzzles="puzzles",
    agent="agent",
    earlier={1: {"setup": data.FIRST_EDITION}},
)
