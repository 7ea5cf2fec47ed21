"""Sendas: paths that may never break."""

from dataclasses import replace
from pathlib import Path

from ludoteca.core.definition import Definition, Option
from ludoteca.rulebooks.sendas import evaluation, notation, rules, setups, view
from ludoteca.rulebooks.sendas.scene import scene
from ludoteca.rulebooks.sendas.words import words

DEFINITION = Definition(
    name="sendas",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(Option(name="setup", default="classic", values=setups.NAMES, read=setups.read_setup),),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=replace(rules.KERNELS, evaluate=evaluation.evaluate, key=rules.key),
    buttons=notation.BUTTONS,
    setup=setups.setup,
    check=view.check,
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
)
