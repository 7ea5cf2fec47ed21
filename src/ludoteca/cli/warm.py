"""The command that compiles everything ahead."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.outside import MODULE
from ludoteca.cli.shared import FAILED, compile_games, complete_game, lang_option, progress
from ludoteca.core import registry


@click.command()
@click.argument("games", nargs=-1, shell_complete=complete_game)
@lang_option
def warm(games: tuple[str, ...], lang: str) -> None:
    """Compile everything now, so that nothing waits later."""
    names = list(dict.fromkeys(games or registry.games()))
    for name in names:
        registry.definition(name)
    if len(names) == 1:
        _compile(names[0], lang)
    else:
        _compile_apart(names, lang)
    click.echo(say("warm", lang))


def _compile(name: str, lang: str) -> None:
    """Compile a game in this process."""
    from ludoteca.envs import encoded_games, warming

    compile_games([name], lang=lang, more=True)
    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    if name in encoded_games():
        warming.warm(name)


def _compile_apart(names: list[str], lang: str) -> None:
    """Compile games in a process each, as many at once as there are cores."""
    from ludoteca.core import texts
    from ludoteca.search.compiling import cores

    click.echo(say("compiling", lang, games=", ".join(names)), err=True)
    with progress() as bar, ThreadPoolExecutor(cores()) as pool:
        task = bar.add_task("", total=len(names))
        children = {pool.submit(_run_child, name): name for name in names}
        for child in as_completed(children):
            title = texts.say(children[child], "title", lang)
            if problem := child.result():
                click.echo(f"{title}: {problem}", err=True)
                raise click.exceptions.Exit(FAILED)
            bar.update(task, description=title, advance=1)


def _run_child(name: str) -> str:
    """Compile a game in a process of its own; return the last line it printed if it failed."""
    from ludoteca.search.compiling import child_environment

    module = registry.modules()[name]
    command = [sys.executable, "-P", "-m", "ludoteca", MODULE, module, "warm", name]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=child_environment()
    )
    lines = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
    return lines[-1] if done.returncode else ""
