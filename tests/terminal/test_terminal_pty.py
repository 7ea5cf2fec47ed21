"""Real terminals: each game in both modes to its end, closed windows, interrupts, narrow ones."""

import array
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ludoteca.match import read_match
from tests.cases import every_game
from tests.terminal.terminal_tables import compiled_only, near_the_end

pexpect = pytest.importorskip("pexpect")
fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
pytestmark = [
    compiled_only,
    pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal"),
    pytest.mark.slow,
]
PROGRAM = [sys.executable, "-m", "ludoteca"]
PATIENCE = 120
MOST_KEYS = 200
STOPPED = 130
TWO = ("--two", "--names", "Ana,Luis")
TRUE_COLOUR = r"[34]8;2;(\d+);(\d+);(\d+)"
GREYS = {0, 7, 8, 15, 16, 59, 102, 145, 188, 231, *range(232, 256)}


def hear_interrupts() -> None:
    """Has Ctrl-C heard, though the tests may run in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def spawn(*arguments: str, size: tuple[int, int] = (24, 80), **environment: str) -> Any:
    """Starts the program in a pseudo-terminal."""
    own = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    env = own | {"TERM": "xterm-256color"} | environment
    command, *rest = [*PROGRAM, *arguments]
    return pexpect.spawn(
        command,
        rest,
        dimensions=size,
        env=env,
        encoding="utf-8",
        timeout=PATIENCE,
        preexec_fn=hear_interrupts,
    )


def kept(data: Path) -> Path:
    (file,) = data.glob("*.txt")
    return file


def wait_for_events(data: Path, count: int) -> None:
    """Waits until the kept game has so many events."""
    for _ in range(PATIENCE * 20):
        files = list(data.glob("*.txt"))
        if files and len(read_match(files[0].read_text(encoding="utf-8")).events) >= count:
            return
        time.sleep(0.05)
    raise AssertionError(f"no {count} events")


def wait_for_rest(child: Any) -> float:
    """Wait until a program has read its keys and sleeps; return how long to read what it wrote.

    A key that is sent earlier may be read later, by the list at the end of the game.
    """
    if not Path("/proc/self").exists():
        return 1.0
    keys = os.open(f"/proc/{child.pid}/fd/0", os.O_RDWR | os.O_NOCTTY)
    resting, until = 0, time.monotonic() + PATIENCE
    while resting < 5 and time.monotonic() < until:
        child.expect(pexpect.TIMEOUT, timeout=0.02)  # read, lest it waits to write
        resting = resting + 1 if not waiting_keys(keys) and sleeps(child.pid) else 0
    os.close(keys)
    return 0.02


def waiting_keys(terminal: int) -> int:
    """Return how many bytes of input wait to be read from a terminal."""
    return int(array.array("i", fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)))[0])


def sleeps(process: int) -> bool:
    """Return whether all threads of a process wait for something."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return all((task / "stat").read_text().rpartition(")")[2].split()[0] == "S" for task in threads)


def finished(data: Path) -> bool:
    """Whether a kept game is over."""
    games = [read_match(file.read_text(encoding="utf-8")) for file in data.glob("*.txt")]
    return any(match.outcome is not None for match in games)


@every_game
def test_a_game_in_plain_lines_ends_with_its_reason_and_code_0(name: str, data: Path) -> None:
    near_the_end(name)
    child = spawn("play", "--resume", "--plain", "--lang", "en")
    child.setecho(False)
    while child.expect([r"> $", "Winner: |A draw\\."]) == 0:
        child.sendline("pass" if name == "sendas" else "1")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert finished(data)


@every_game
def test_a_game_on_the_full_screen_is_played_to_its_end(name: str, data: Path) -> None:
    near_the_end(name)
    child = spawn("play", "--resume", "--lang", "en")
    child.expect("F10")
    for _ in range(MOST_KEYS):
        if child.expect(["seats swapped", pexpect.TIMEOUT], timeout=wait_for_rest(child)) == 0:
            break
        child.send("pass\r" if name == "sendas" else "\r")
    child.send("\x03")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == STOPPED
    assert finished(data)


def test_ctrl_c_a_closed_window_and_a_kill_keep_the_game(data: Path) -> None:
    for number, end in enumerate(("interrupt", "close", "kill"), 1):
        begun = ["--resume"] if number > 1 else ["sendas", *TWO]
        child = spawn("play", *begun)
        child.expect("F10")
        child.send("pass\r" if number == 1 else "\r\r\r")
        wait_for_events(data, number)
        if end == "interrupt":
            child.send("\x03")
            child.expect("--resume")
            child.expect(pexpect.EOF)
            child.close()
            assert child.exitstatus == STOPPED
        elif end == "close":
            child.close(force=True)
        else:
            os.kill(child.pid, signal.SIGKILL)
            child.expect(pexpect.EOF)
        child.close(force=True)
        assert len(read_match(kept(data).read_text(encoding="utf-8")).events) == number


def test_two_people_are_asked_for_names_and_ctrl_c_keeps_the_game(data: Path) -> None:
    child = spawn("play", "sendas", "--plain", "--two", "--lang", "es")
    child.expect("Nombre del jugador 1")
    child.sendline("Ana")
    child.expect("Nombre del jugador 2")
    child.sendline("")
    child.expect("Ana: Elige")
    child.expect("> ")
    child.sendline("pass")
    child.expect("Ana pasa")
    child.expect("Jugador 2: Elige")
    child.expect("> ")
    child.sendintr()
    child.expect("--resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == STOPPED
    assert len(read_match(kept(data).read_text(encoding="utf-8")).events) == 1


def test_a_narrow_window_says_so_and_a_wider_one_goes_on(data: Path) -> None:
    child = spawn("play", "sendas", *TWO, "--lang", "en", size=(10, 30))
    child.expect("too small")
    child.setwinsize(24, 80)
    child.expect("White")
    child.send("pass\rpass\r")
    wait_for_events(data, 2)
    child.send("\x03")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == STOPPED


def test_no_colour_is_honoured() -> None:
    child = spawn("play", "sendas", *TWO, "--lang", "en", NO_COLOR="1")
    child.expect("F10")
    shown = child.before
    child.send("\x03")
    child.expect(pexpect.EOF)
    child.close()
    assert "White" in shown
    assert all(red == green == blue for red, green, blue in re.findall(TRUE_COLOUR, shown))
    assert {int(paint) for paint in re.findall(r"[34]8;5;(\d+)", shown)} <= GREYS


def test_an_unwritable_folder_is_told_and_the_game_goes_on(data: Path) -> None:
    data.parent.mkdir(parents=True)
    data.write_text("in the way", encoding="utf-8")
    run = subprocess.run(
        [*PROGRAM, "play", "sendas", "--two", "--lang", "en"],
        input="pass\npass\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cannot be kept" in run.stdout
    assert run.stdout.count("cannot be kept") == 1
    assert "Both players passed" in run.stdout


def test_a_closed_pipe_ends_in_peace_and_keeps_the_game(data: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "play", "sendas", "--two", "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write("pass\n?\nrules\n")
    process.stdin.close()
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait()
    assert read_match(kept(data).read_text(encoding="utf-8")).outcome is None


def wait_for_work(process: int, *, seconds: float) -> None:
    """Wait until a process has used some processor time, however busy the machine is."""
    stat, until = Path(f"/proc/{process}/stat"), time.monotonic() + PATIENCE
    if not stat.exists():
        time.sleep(2 * seconds)
        return
    ticks = seconds * os.sysconf("SC_CLK_TCK")
    while time.monotonic() < until:
        if sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) > ticks:
            return
        time.sleep(0.05)
    raise AssertionError("it does not work")


def test_ctrl_c_ends_an_analysis_with_what_it_has() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "analyse", "sendas", "--budget", "1000s", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    wait_for_work(process.pid, seconds=3)
    process.send_signal(signal.SIGINT)
    told, problems = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in problems
    assert "Stopped" in problems
    assert process.returncode == 130 or "Positions searched" in told
