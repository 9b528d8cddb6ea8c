"""Looks at programs and libraries for macOS, which cannot run here: mach_o.py NM FILE...

Of each file: it is for one machine, it needs nothing but what every Mac has or what lies beside it, a library does not remember where it was
built and exports only its interface, and its signature is that of its pages: Macs with Apple's processors kill programs where it is not.
"""

import hashlib
import struct
import subprocess
import sys

EVERY_MAC_HAS = {"/usr/lib/libSystem.B.dylib", "/usr/lib/libiconv.2.dylib"}
MAGIC, EXECUTABLE, LIBRARY = 0xFEEDFACF, 2, 6
ARM64 = 0x0100000C
CODE_SIGNATURE, ID_DYLIB, LOAD_DYLIB = 0x1D, 0xD, 0xC
SUPER_BLOB, CODE_DIRECTORY, SHA256 = 0xFADE0CC0, 0xFADE0C02, 2


def commands(data):
    """The load commands: their numbers and their bytes (mach-o/loader.h)."""
    at = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        number, size = struct.unpack_from("<II", data, at)
        yield number, data[at : at + size]
        at += size


def path_of(command):
    """The path in a command that names a library."""
    return command[struct.unpack_from("<I", command, 8)[0] :].split(b"\0")[0].decode()


def check_signature(data, place, size):
    """Compares the hashes of all pages (the kernel's cs_blobs.h)."""
    blob = data[place : place + size]
    magic, _, count = struct.unpack_from(">III", blob)
    assert magic == SUPER_BLOB, "no signature"
    slots = dict(struct.unpack_from(">II", blob, 12 + 8 * index) for index in range(count))
    directory = blob[slots[0] :]
    fields = struct.unpack_from(">9I4B", directory)
    magic, _, _, _, hashes, _, _, pages, limit, length, kind, _, page = fields
    assert (magic, kind, length) == (CODE_DIRECTORY, SHA256, 32), fields
    assert limit == place and pages == -(-limit >> page), fields
    for index in range(pages):
        start = index << page
        expected = directory[hashes + 32 * index :][:32]
        found = hashlib.sha256(data[start : min(start + (1 << page), limit)]).digest()
        assert found == expected, f"page {index} is not what was signed"


def check(path):
    with open(path, "rb") as file:
        data = file.read()
    magic, machine, _, kind = struct.unpack_from("<4I", data)
    assert magic == MAGIC and kind in (EXECUTABLE, LIBRARY), "no program or library"
    signed = False
    for number, command in commands(data):
        if number == CODE_SIGNATURE:
            check_signature(data, *struct.unpack_from("<II", command, 8))
            signed = True
        elif number == ID_DYLIB:
            assert path_of(command).startswith("@rpath/lib"), path_of(command)
        elif number == LOAD_DYLIB:
            needed = path_of(command)
            assert needed in EVERY_MAC_HAS or needed == "@rpath/libsos.0.1.dylib", needed
    assert signed or machine != ARM64, "no signature"
    if kind == LIBRARY:
        names = subprocess.run([sys.argv[1], "-gUj", path], check=True, capture_output=True, text=True).stdout.split()
        foreign = [name for name in names if not name.startswith(("_sos_", "_vk"))]
        assert names and not foreign, f"exports {foreign[:9]}"


for path in sys.argv[2:]:
    try:
        check(path)
    except AssertionError as error:
        sys.exit(f"{path}: {error}")
