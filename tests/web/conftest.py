"""A server, a browser and people at it, for tests of the pages as they are seen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
DESK = {"width": 1280, "height": 800}
# A lost or closed network, a bad file, a preview that is asked for while the next move is made.
PROVOKED = (
    *("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED"),
    *("422 (Unprocessable", "409 (Conflict)"),
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test below this folder: the quick run leaves them out."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own with the client built from these sources."""
    import client

    client.build()
    folder = tmp_path_factory.mktemp("matches")
    begin = "from ludoteca.cli.serve import serve; serve()"
    arguments = ["--port", "0", "--no-open", "--data", str(folder), "--lang", "en"]
    arguments += ["--address", "127.0.0.2"]  # for invitations: no traffic leaves this computer
    process = subprocess.Popen(
        [sys.executable, "-c", begin, *arguments], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = next(line for line in process.stdout if "http://" in line)
    yield line[line.index("http://") :].strip()
    process.terminate()
    process.wait(10)
    process.stdout.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium: the system's own, or else the one that is installed now."""
    from playwright.sync_api import sync_playwright

    found = system_browser()
    if found is None:
        install_browser()
        found = system_browser()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield running
        running.close()


def system_browser() -> str | None:
    """A browser of the system, if it has one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def install_browser() -> None:
    """Installs Chromium: by the system's packages where we may, else the one of Playwright."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        # Tests that run side by side all come here: the first one installs, the others wait.
        install = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=600"]
        subprocess.run([*install, "update"], check=False)
        subprocess.run([*install, "install", "--no-install-recommends", "chromium"], check=False)
    if system_browser() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


@pytest.fixture
def visit(browser: Any, site: str) -> Iterator[Callable[..., Any]]:
    """Opens a page as a new visitor; what the browser complains about fails the test."""
    contexts, complaints = [], []

    def open_page(path: str = "/", *, pace: str = "off", **more: Any) -> Any:
        chosen = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"} | more
        context = browser.new_context(base_url=site, **chosen)
        contexts.append(context)
        # Whole games are played without the breath that a person would want.
        # An empty page has no origin, so nothing can be kept for it.
        context.add_init_script(
            f"if (origin !== 'null') localStorage['ludoteca.pace'] ??= '{pace}'"
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: _complain(said, complaints))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _complain(said: Any, complaints: list[str]) -> None:
    """Keeps errors that the page itself caused; what tests provoke is none of them."""
    if said.type == "error" and not any(part in said.text for part in PROVOKED):
        complaints.append(said.text)


@pytest.fixture(scope="session")
def picture() -> Callable[[Any, str], None]:
    """Keeps what a page looks like among the outputs of the tests."""
    from tests.web import people

    people.OUTPUTS.mkdir(parents=True, exist_ok=True)

    def take(page: Any, name: str) -> None:
        page.screenshot(path=people.OUTPUTS / f"{name}.png")

    return take
