"""Sendas: paths that may never break."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.rulebooks.sendas import data, notation, rules, validation, view
from ludoteca.rulebooks.sendas.bot import evaluation
from ludoteca.rulebooks.sendas.picture.scene import scene
from ludoteca.rulebooks.sendas.picture.words import words

DEFINITION = Definition(
    name="sendas",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(Option(name="setup", default="classic", values=data.NAMES, read=data.read_setup),),
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
    ending=view.ending,
    scene=scene,
    words=words,
    terminal="picture.terminal",
    agent="agent",
)
