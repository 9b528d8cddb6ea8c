# The demos of vkd3d, Direct3D 12 on Vulkan: a triangle and turning gears, in windows of an X server without a screen. vkd3d makes no
# device without VK_KHR_shader_draw_parameters, which SwiftShader lacks and the layer provides. Compared with the same on lavapipe,
# which has it, without the layer: the triangle's pixels, each colour of a pixel within one of 255, and how many pixels each gear covers.
#
#   vkd3d_demos.py OUTPUT FOLDER
import os
import signal
import subprocess
import sys
import time

import numpy as np
from results import Results, unpacked, without_layers

output, folder = sys.argv[1:]
debian = f"{folder}/debian"
# Xvfb looks for xkbcomp in /usr/bin alone, and does not start without.
with open(f"{debian}/usr/bin/Xvfb", "rb") as file:
    server = file.read()
if server.count(b"\0/usr/bin\0") != 1:
    raise RuntimeError("this Xvfb does not say where it looks for xkbcomp")
with open("Xvfb", "wb") as file:
    file.write(server.replace(b"\0/usr/bin\0", b"\0./bin\0\0\0\0"))
os.chmod("Xvfb", 0o755)
os.symlink(f"{debian}/usr/bin", "bin")


def screen():
    """What the X server shows: rows of pixels, each of red, green and blue. The format is X11/XWDFile.h's."""
    with open("Xvfb_screen0", "rb") as file:
        data = file.read()
    header = np.frombuffer(data, ">u4", 25)
    size, width, height, line, colours = header[0], header[4], header[5], header[12], header[19]
    rows = np.frombuffer(data, np.uint8, line * height, size + colours * 12).reshape(height, line)
    return rows[:, : width * 4].reshape(height, width, 4)[:, :, 2::-1]


def shown(demo, variables):
    """The screen, once the demo has drawn, in an X server of its own."""
    first, second = os.pipe()
    run = ["./Xvfb", "-displayfd", str(second), "-screen", "0", "640x480x24", "-fbdir", ".", "-nolisten", "tcp"]
    rules = f"{debian}/usr/share/X11/xkb"
    run += ["-xkbdir", rules if os.path.isdir(rules) else "/usr/share/X11/xkb"]
    server = subprocess.Popen(run, pass_fds=[second], env=unpacked(folder), stderr=subprocess.DEVNULL)
    os.close(second)
    program = None
    try:
        with os.fdopen(first) as display:
            number = display.readline().strip()
        if not number:
            raise RuntimeError(f"Xvfb ended with {server.wait()}")
        program = subprocess.Popen([f"{debian}/usr/bin/vkd3d-{demo}"], env={**variables, "DISPLAY": f":{number}"})
        end, picture = time.monotonic() + 60, None
        while time.monotonic() < end:
            time.sleep(1)
            if program.poll() is not None:
                raise RuntimeError(f"it ended with {program.returncode}")
            picture = screen()
            if len(np.unique(picture.reshape(-1, 3), axis=0)) > 2:
                return picture
        raise RuntimeError("nothing was drawn in a minute")
    finally:
        for process in filter(None, (program, server)):
            process.send_signal(signal.SIGTERM)
            process.wait()


def covered(picture):
    """How many pixels are red, green and blue above all, in hundreds of what the screen has."""
    rows = picture.reshape(-1, 3).astype(int)
    return np.array([(rows[:, at] > 1.5 * np.delete(rows, at, 1).max(1)).mean() for at in range(3)])


variables = unpacked(folder)
elsewhere = {**without_layers(variables), "VK_LOADER_DRIVERS_SELECT": "lvp_icd*"}
results = Results(output)
triangle = shown("triangle", elsewhere)
results.check("triangle", lambda: shown("triangle", variables).astype(np.int16), triangle.astype(np.int16), most=1 / 255)
gears = covered(shown("gears", elsewhere))
results.check("gears", lambda: covered(shown("gears", variables)), gears, most=0.1)
results.finish()
