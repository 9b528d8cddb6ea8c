# What the programs in Python share: each compares arrays that it computed through Vulkan with others computed without it, and
# writes what it found into a file. One check per array; a check that fails does not keep the others from being made.
#
# The file has for each array a line `NAME TYPE COUNT`, then its bytes. The last line printed is the verdict. Exit status: 0 all
# arrays are equal to their references, 1 some differ, 3 the program refused to compute some.
import os
import re
import subprocess
import sys
import traceback

import numpy as np


class Results:
    def __init__(self, path):
        self.file = open(path, "wb")
        self.equal, self.differing, self.refused = 0, [], []

    def check(self, name, compute, expected, each=0, most=0):
        """Compares what `compute` returns with `expected`. A number may be off by `each` times what is expected, plus `most`
        times the greatest that is expected. Vulkan leaves the sign of zeros and the bits of NaNs to the device."""
        try:
            found = np.ascontiguousarray(compute())
        except Exception as error:
            traceback.print_exc()
            error = error.__cause__ or error
            why = f"{type(error).__name__}: {error}".split()
            self.say(self.refused, f"{name}: refused: {' '.join(why)}")
            return
        expected = np.ascontiguousarray(expected)
        self.file.write(f"{name} {found.dtype} {found.size}\n".encode() + found.tobytes())
        self.file.flush()
        if (found.dtype, found.shape) != (expected.dtype, expected.shape):
            kinds = [f"{array.dtype}{list(array.shape)}" for array in (found, expected)]
            self.say(self.differing, f"{name}: differs: is {kinds[0]}, expected {kinds[1]}")
            return
        found, expected = found.ravel(), expected.ravel()
        wrong = (found != expected) & ((found == found) | (expected == expected))
        if each or most:
            size = np.abs(expected.astype(np.float64))
            apart = np.abs(found.astype(np.float64) - expected.astype(np.float64))
            wrong &= ~(apart <= each * size + most * size.max())
        if not wrong.any():
            self.equal += 1
            print(f"{name}: equal", flush=True)
            return
        at = int(np.flatnonzero(wrong)[0])
        self.say(
            self.differing,
            f"{name}: differs at {at}: {found[at]!r}, expected {expected[at]!r}; {wrong.sum()} of {wrong.size} do",
        )

    def say(self, where, what):
        where.append(what)
        print(what, flush=True)

    def finish(self):
        """Prints the verdict and ends the program."""
        self.file.close()
        count = self.equal + len(self.differing) + len(self.refused)
        if not self.differing and not self.refused:
            print(f"equal to the reference: {count} arrays" if count else "refused: nothing was checked", flush=True)
            sys.exit(0 if count else 3)
        first = (self.refused + self.differing)[0]
        print(f"{self.equal} of {count} equal, {len(self.differing)} differ, {len(self.refused)} refused; {first}", flush=True)
        sys.exit(3 if self.refused else 1)


def halves(random, count):
    """Halves of many magnitudes, none so small that a sum or product is denormal: a device may make it zero."""
    return (random.choice([-1, 1], count) * 2 ** random.uniform(-3, 6, count)).astype(np.float16)


def command(*words, timeout=600, **options):
    """Runs a program, whose lines go to the log, too: its status, None if it took too long, and its lines but for the loader's."""
    try:
        done = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=timeout, **options
        )
        status, said = done.returncode, done.stdout
    except subprocess.TimeoutExpired as ended:
        status, said = None, (ended.stdout or b"").decode(errors="replace")
    sys.stderr.write(said)
    sys.stderr.flush()
    return status, [line for line in said.splitlines() if not re.search("(LAYER|DRIVER): ", line)]


def unpacked(folder, *more):
    """The environment for programs of Debian that lie in a folder, whose libraries may be in more folders of its."""
    libraries = f"{folder}/debian/usr/lib/x86_64-linux-gnu"
    return {**os.environ, "LD_LIBRARY_PATH": ":".join([libraries, *(f"{libraries}/{one}" for one in more)])}


def without_layers(variables):
    """The environment of a run to compare with: no layer, and nothing said of it that would be taken for what the program did."""
    return {name: value for name, value in variables.items() if name not in ("VK_INSTANCE_LAYERS", "VK_LOADER_DEBUG")}
