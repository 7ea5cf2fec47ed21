"""Native code that comes with a platform wheel, for processors of the level x86-64-v3 or above.

It is used where the processor has the features and the versions match; its folder is named by
them, as the folders of the user's cache are. Only commands choose a processor level: a program
that imports ludoteca compiles for its own processor.
"""

import os
from pathlib import Path

from ludoteca.core.cache_folder import folder_name

LEVEL = "x86-64-v3"
SETTINGS = {
    "NUMBA_CPU_NAME": LEVEL,
    "NUMBA_CPU_FEATURES": "+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+popcnt",
}
FLAGS = frozenset({"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "popcnt", "sse4_2"})
FOLDER = Path(__file__).parent.parent / "kernels"


def processor_flags() -> frozenset[str]:
    """Return the CPU features as Linux names them; none if unknown."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return frozenset()
    lines = (line for line in text.splitlines() if line.startswith("flags"))
    return frozenset(next(lines, "").partition(":")[2].split())


def shipped_folder(mode: str) -> Path | None:
    """Return the folder of native code for the present settings that came with the package."""
    if not FOLDER.is_dir():
        return None
    folder = FOLDER / folder_name(mode)
    return folder if folder.is_dir() else None


def choose_level(mode: str) -> bool:
    """Compile for the level of the native code that came along, if it can be used.

    A level that the user has chosen stays. Return whether the code is used.
    """
    chosen = any(name in os.environ for name in SETTINGS)
    if chosen or not FOLDER.is_dir() or not processor_flags() >= FLAGS:
        return False
    os.environ.update(SETTINGS)
    if shipped_folder(mode) is None:
        for name in SETTINGS:
            del os.environ[name]
        return False
    return True
