#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dist_client.py -- a script of `meson dist`: bundles the browser client and puts it into the source package, as web/bundled. So the
package builds without node, npm and a network. meson says in its environment where the build folder and the package are."""
import os
import shutil
import subprocess
import sys


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__)
        return
    build, package = os.environ["MESON_BUILD_ROOT"], os.environ["MESON_DIST_ROOT"]
    subprocess.run(["ninja", "-C", build, "web/web-dist.stamp"], check=True)
    shutil.copytree(os.path.join(build, "web", "dist"), os.path.join(package, "web", "bundled"))


if __name__ == "__main__":
    main()
