"""The command that opens the web table."""

import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import click

from ludoteca.cli.shared import compile_beside, lang_option
from ludoteca.core import registry, texts
from ludoteca.core.folders import data_folder

if TYPE_CHECKING:
    from socket import socket

    from starlette.applications import Starlette

    from ludoteca.server.instance import Instance
    from ludoteca.server.settings import Settings

WAIT_SECONDS = 15.0


def _say(key: str, lang: str, **values: object) -> str:
    return texts.say("server", f"serve.{key}", lang, **values)


def _open_browser(address: str) -> None:
    """Open the browser as soon as the server answers."""
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        try:
            with urlopen(f"{address}/healthz", timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            time.sleep(0.1)


def _claim(folder: Path, lang: str, *, no_open: bool) -> "Instance | None":
    """Return the right to serve a folder; open the browser where another server has it."""
    from ludoteca.server import instance

    try:
        found = instance.claim(folder)
    except OSError as error:
        why = error.strerror
        raise click.ClickException(_say("no_store", lang, folder=folder, why=why)) from None
    if isinstance(found, instance.Instance):
        click.get_current_context().call_on_close(found.release)
        return found
    click.echo(_say("running" if found else "starting", lang, address=found, folder=folder))
    if found and not no_open:
        _open_browser(found)
    return None


@click.command()
@click.option("--host", default="127.0.0.1")
@click.option("-p", "--port", type=click.IntRange(0, 65535))
@click.option("-d", "--data", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", multiple=True)
@click.option("--address", multiple=True)
@click.option("--no-open", is_flag=True)
@lang_option
def serve(
    host: str,
    port: int | None,
    data: Path | None,
    name: tuple[str, ...],
    address: tuple[str, ...],
    no_open: bool,
    lang: str,
) -> None:
    """Open the web table."""
    from ludoteca.server import errors
    from ludoteca.server import serve as serving
    from ludoteca.server.app import create_app
    from ludoteca.server.settings import Settings
    from ludoteca.store import SqliteStore, StoreFailed

    assert errors.STATUS  # its import tells where the texts are
    folder = data or data_folder()
    mine = _claim(folder, lang, no_open=no_open)
    if mine is None:
        return
    compile_beside(list(registry.games()), lang=lang)
    try:
        store = SqliteStore(folder / serving.FILE)
    except StoreFailed as error:
        raise click.ClickException(_say("no_store", lang, folder=folder, why=error)) from None
    try:
        listening = serving.listen(host, port)
    except OSError as error:
        store.close()
        raise click.ClickException(_say("taken", lang, port=port, why=error.strerror)) from None
    settings = serving.fit_to_files(
        Settings(names=serving.host_names(host, name)), serving.raise_file_limit()
    )
    shown = host if serving.is_local(host) and ":" not in host else "127.0.0.1"
    page = f"http://{shown}:{listening.getsockname()[1]}"
    mine.publish(page)
    click.echo(_say("ready", lang, address=page))
    if not serving.is_local(host):
        click.echo(_say("open_to_all", lang))
    click.echo(_say("stop", lang))
    if not no_open:
        threading.Thread(target=_open_browser, args=(page,), daemon=True).start()
    app = create_app(store, settings, warm=True)
    _run(app, settings, listening, host, address)


def _run(
    app: "Starlette",
    settings: "Settings",
    listening: "socket",
    host: str,
    addresses: tuple[str, ...],
) -> None:
    """Run the server until it is asked to end; its pages may open it to the network."""
    import uvicorn

    from ludoteca.server import network
    from ludoteca.server import serve as serving

    server = uvicorn.Server(serving.config(app, settings))
    find = (lambda: list(addresses)) if addresses else network.network_addresses
    network.attach(app, server, host, listening.getsockname()[1], find)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
