"""Nim, the smallest game there is: take matches from one heap; whoever takes the last one wins."""

from pathlib import Path

from ludoteca.core.definition import Definition, Option
from nim import table
from nim.rules import CAPACITY, KERNELS, STATE

DEFINITION = Definition(
    name="nim",
    version=1,
    folder=Path(__file__).parent,
    seats=lambda options: 2,
    options=(Option(name="heaps", default="3-5-7", values=("3-5-7", "1-2-3")),),
    dtype=STATE,
    capacity=CAPACITY,
    kernels=KERNELS,
    setup=table.setup,
    check=table.check,
    write=table.write,
    read=table.read,
    path=table.path,
    refuse=table.refuse,
    view=table.view,
    restore=table.restore,
    reveal=table.reveal,
    ending=table.ending,
    scene=table.scene,
    words=table.words,
)
