"""Nim, the smallest game there is: take matches from one heap; whoever takes the last one wins."""

from pathlib import Path

from ludoteca.core.definition import Definition, Option
from nim import data, notation, rules, validation, view
from nim.picture.scene import scene
from nim.picture.words import words

DEFINITION = Definition(
    name="nim",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(Option(name="heaps", default="3-5-7", values=data.HEAPS),),
    dtype=rules.STATE,
    capacity=rules.CAPACITY,
    kernels=rules.KERNELS,
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
    study="study",
)
