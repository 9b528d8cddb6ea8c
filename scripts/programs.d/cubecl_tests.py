# CubeCL's own tests on Vulkan, built with its compiler to SPIR-V: kernels with halves, bfloat16, 8-, 16- and 64-bit integers,
# subgroups, atomic operations, and views, each of which compares with what it computes on the CPU. An array says for each test
# whether it passed. CubeCL asks no device whether it can run a kernel; tests for what is not reported are ended by themselves.
#
#   cubecl_tests.py OUTPUT FOLDER      FOLDER has target, where cargo has built them
import re
import sys
from pathlib import Path

import numpy as np
from results import Results, command

output, folder = sys.argv[1], Path(sys.argv[2])
found = [path for path in (folder / "target/debug/deps").glob("cubecl_wgpu-*") if not path.suffix]
results = Results(output)
passed = np.ones(1, np.uint8)
# A thread at a time: what is said stays in order, and what ends the process is the test that has begun.
status, lines = command(found[0], "--test-threads=1", cwd=folder / "cubecl-wgpu", timeout=1500)
ended = {}
for line in lines:
    # What the driver says may stand between a name and how its test ended.
    if begun := re.match(r"test ([\w:]+)(?: - should panic)? \.\.\. ", line):
        name = begun[1]
        ended[name] = "has not ended"
    if ending := re.search(r"(?:^|\.\.\. )(ok|FAILED|ignored)\b", line):
        ended[name] = ending[1]
for name, how in ended.items():
    if how in ("ok", "FAILED"):
        results.check(name, lambda: np.full(1, how == "ok", np.uint8), passed)


def whole():
    """That the process has come to its end."""
    if not any(line.startswith("test result: ") for line in lines):
        last = list(ended)[-1] if ended else "no test"
        raise RuntimeError(f"ended with {status} in {last}")
    return passed


results.check("all", whole, passed)
results.finish()
