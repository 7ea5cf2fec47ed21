"""What regenerates files of the repository and tunes evaluations; not part of the package.

`python -m tools --help` lists the subcommands, `python -m tools all` regenerates all that is
generated and current measurements allow: pictures, tables of studies, the strength page.
"""
