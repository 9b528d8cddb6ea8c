#!/usr/bin/env python3
"""Unpacks the WebGPU conformance test suite, which Debian 12's source of Firefox has as JavaScript, into a folder (70 MB).

  fetch.py FOLDER

The archive (683 MB) is downloaded by apt, which checks it, with lists of apt's own, and removed afterwards. No other file of
Firefox is unpacked.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

version = "140.12.0esr-1~deb12u1"
source = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main"

folder = Path(sys.argv[1]).resolve()
if (folder / "fetched").is_file() and (folder / "fetched").read_text() == version:
    sys.exit()
shutil.rmtree(folder, ignore_errors=True)
apt = folder / "apt"
(apt / "state/lists/partial").mkdir(parents=True)
(apt / "sources.list").write_text(source)
(apt / "options").write_text(
    f'Dir::State "{apt}/state"; Dir::State::status "/var/lib/dpkg/status"; Dir::Cache "{apt}/cache";\n'
    f'Dir::Etc::sourcelist "{apt}/sources.list"; Dir::Etc::sourceparts "-"; APT::Sandbox::User "root";\n'
)
own = {"cwd": apt, "check": True, "env": {**os.environ, "APT_CONFIG": f"{apt}/options"}}
subprocess.run(["apt-get", "-qq", "update"], **own)
listed = subprocess.run(
    ["apt-get", "-qq", "--print-uris", "--tar-only", "source", f"firefox-esr={version}"], stdout=subprocess.PIPE, text=True, **own
).stdout
address, digest = re.search(r"^'(\S+\.orig\.tar\.xz)' .*(SHA256:\w+)", listed, re.MULTILINE).groups()
archive = apt / "firefox.tar.xz"
subprocess.run(["/usr/lib/apt/apt-helper", "download-file", address, archive, digest], stdout=subprocess.DEVNULL, **own)
wanted = "*/testing/web-platform/mozilla/tests/webgpu/"
parts = [f"{wanted}{part}/*" for part in ("common", "webgpu", "resources", "external")]
subprocess.run(["tar", "-xJf", archive, "-C", folder, "--strip-components=6", "--wildcards", *parts], check=True)
shutil.rmtree(apt)
# Node takes its files for modules only if they are called so.
(folder / "package.json").write_text('{"type": "module"}\n')
(folder / "fetched").write_text(version)
