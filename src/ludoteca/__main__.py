"""`python -m ludoteca` is the command line."""

from ludoteca.cli import main

main(prog_name="ludoteca")
