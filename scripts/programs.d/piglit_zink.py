# Piglit's tests of OpenGL's 64-bit integers, doubles and compute shaders, run by Mesa's zink, which is OpenGL above Vulkan: each
# draws or computes, and reads back what it expects. Zink lowers 64-bit numbers itself where the device has none; with the layer it
# leaves them in. What Mesa believes the device lacks for OpenGL 4.5 is overridden. Each test is a process of its own. Stages that
# SwiftShader does not have are left out.
#
#   piglit_zink.py OUTPUT FOLDER      FOLDER has debian with Piglit; zink is the system's
import re
import sys
from pathlib import Path

import numpy as np
from results import Results, command, unpacked

output, folder = sys.argv[1:]
piglit = Path(folder) / "debian/usr/lib/x86_64-linux-gnu/piglit"
groups = ["tests/spec/arb_compute_shader/execution", *(
    f"{kind}/spec/arb_gpu_shader_{numbers}" for numbers in ("int64", "fp64") for kind in ("tests", "generated_tests")
)]
extensions = ("compute_shader", "gpu_shader_int64", "gpu_shader_fp64", "shader_storage_buffer_object")
variables = unpacked(folder, "piglit/lib") | {
    # SwiftShader is a CPU, which zink takes only where software is asked for.
    "MESA_LOADER_DRIVER_OVERRIDE": "zink", "LIBGL_ALWAYS_SOFTWARE": "1", "PIGLIT_PLATFORM": "surfaceless_egl",
    "MESA_GL_VERSION_OVERRIDE": "4.5", "MESA_GLSL_VERSION_OVERRIDE": "450",
    "MESA_EXTENSION_OVERRIDE": " ".join(f"+GL_ARB_{name}" for name in extensions),
    "PIGLIT_SOURCE_DIR": str(piglit), "LIBGL_DRIVERS_PATH": "/usr/lib/x86_64-linux-gnu/dri",
}
results = Results(output)
passed = np.ones(1, np.uint8)
skipped = 0


def outcome(path):
    """What a test ends with: pass, fail, skip, or none of these. Groups larger than the device's are not tried."""
    status, lines = command(
        piglit / "bin/shader_runner", path, "-auto", "-fbo", cwd=piglit, env=variables, timeout=120
    )
    if any("exceeds MAX_COMPUTE_WORK_GROUP" in line for line in lines):
        return "skip"
    said = [found[1] for line in lines if (found := re.match(r'PIGLIT: \{"result": "(\w+)"', line))]
    return said[-1] if said else f"ended with {status}"


def one(how):
    if how not in ("pass", "fail"):
        raise RuntimeError(how)
    return np.full(1, how == "pass", np.uint8)


for path in sorted(path for group in groups for path in (piglit / group).rglob("*.shader_test")):
    if re.search(r"\[(geometry|tessellation \w+) shader", path.read_text()):
        continue
    how = outcome(path)
    if how == "skip":
        skipped += 1
    else:
        results.check("/".join(path.relative_to(piglit).parts[2:]), lambda: one(how), passed)
print(f"{skipped} are skipped")
results.finish()
