"""Maintenance commands: regenerate files of the repository, tune evaluations; not in the package.

`python -m tools --help` lists the subcommands, `python -m tools all` regenerates everything: wire
types, pictures, golden games, the notebook, the tables of studies, the strength page.
"""
