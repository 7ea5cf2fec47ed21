"""Cadena: a chain of dice, and a race to be stuck."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Caution, Definition, Option
from ludoteca.rulebooks.cadena import data, notation, rules, validation, view
from ludoteca.rulebooks.cadena.bot import evaluation
from ludoteca.rulebooks.cadena.picture.prompts import drops, prompt, why
from ludoteca.rulebooks.cadena.picture.scene import scene
from ludoteca.rulebooks.cadena.picture.words import words

DEFINITION = Definition(
    name="cadena",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: int(options["players"]),
    options=(
        Option(name="players", default=2, values=(2, 3, 4)),
        Option(name="pin", default="covered", values=data.PINS, origin="ruling"),
        Option(name="loss", default="all", values=data.LOSSES, origin="ruling"),
        Option(name="arrows", default="once", values=data.ARROWS, origin="ruling"),
        Option(
            name="board",
            default="spiral",
            values=data.NAMES,
            read=data.read_board,
            origin="rebuilt",
        ),
    ),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=replace(rules.KERNELS, evaluate=evaluation.evaluate),
    chance=True,
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
    events=notation.events,
    write_event=notation.write_event,
    read_event=notation.read_event,
    scene=scene,
    cautions=(Caution(move=r"stand (?P<disc>\d)", key="ask_stand", final=True),),
    drops=drops,
    prompt=prompt,
    why=why,
    words=words,
    terminal="picture.terminal",
    agent="agent",
    search="bot.search",
    study="study",
    beats="picture.beats",
    review="review",
    puzzles="puzzles",
)
