# SPDX-License-Identifier: MIT
"""meson-python, with the C sources as its subproject: in the repository they are two folders up, in a source distribution they are
inside."""
import os

from mesonpy import (build_editable, build_sdist, build_wheel, get_requires_for_build_editable, get_requires_for_build_sdist,  # noqa: F401
                     get_requires_for_build_wheel)

SOURCES = os.path.join("subprojects", "khepri")


def find_sources():
    """Hooks run in the folder of pyproject.toml."""
    if os.path.exists(SOURCES):
        return
    if not os.path.exists(os.path.join("..", "..", "include", "khepri", "game.h")):
        raise SystemExit("The C sources of Khepri are missing: build from the repository, or from a source distribution.")
    os.makedirs("subprojects", exist_ok=True)
    os.symlink(os.path.join("..", "..", ".."), SOURCES)


find_sources()
