#!/usr/bin/env python3
"""Names packages of the lock file that say they need a later Rust than the workspace promises, in any feature.

Reads Cargo's metadata, so it needs no other compiler; scripts/platforms compiles everything with the promised one."""

import json
import subprocess
import sys


def version(text):
    numbers = [int(number) for number in text.split("-")[0].split(".")]
    return tuple(numbers + [0] * (3 - len(numbers)))


metadata = subprocess.run(
    ["cargo", "metadata", "--format-version", "1", "--all-features", "--locked"],
    check=True,
    stdout=subprocess.PIPE,
)
metadata = json.loads(metadata.stdout)
members = set(metadata["workspace_members"])
# The library for C promises another version than the others, and says why.
promised = min(
    version(package["rust_version"]) for package in metadata["packages"] if package["id"] in members
)
others = [package for package in metadata["packages"] if package["id"] not in members]
newer = [
    f"{package['name']} {package['version']} needs Rust {package['rust_version']}"
    for package in others
    if package.get("rust_version") and version(package["rust_version"]) > promised
]
print("\n".join(newer))
print(f"{len(others)} packages, {len(newer)} of them for a later Rust than {promised[0]}.{promised[1]}")
sys.exit(bool(newer))
