# FFmpeg's filters on Vulkan, and libplacebo's, on pictures of four bytes: compared with the same without the layer, exactly. FFmpeg's
# filters on the CPU do not give the same: flip_vulkan is a pixel off. Of planes of single bytes, as in yuv420p, SwiftShader itself loses
# some and not always the same.
#
#   ffmpeg_filters.py OUTPUT FOLDER      FOLDER has debian/usr/bin/ffmpeg
import sys

import numpy as np
from results import Results, command, unpacked, without_layers

output, folder = sys.argv[1:]
results = Results(output)
variables = unpacked(folder, "pulseaudio", "blas", "lapack")
source = "testsrc=size=320x240:rate=5:duration=1,format=rgba"


def on_device(filters, variables):
    """The bytes of the frames, after these filters."""
    ffmpeg = [f"{folder}/debian/usr/bin/ffmpeg", "-hide_banner", "-loglevel", "error", "-y"]
    device = ["-init_hw_device", "vulkan=v:0", "-filter_hw_device", "v", "-f", "lavfi", "-i", source]
    through = ["-vf", f"hwupload,{filters},hwdownload,format=rgba", "-f", "rawvideo", "frames.raw"]
    status, said = command(*ffmpeg, *device, *through, env=variables)
    if status:
        raise RuntimeError(f"ffmpeg ended with {status}: {' '.join(said)[-200:]}")
    return np.fromfile("frames.raw", np.uint8)


without_layer = without_layers(variables)
for name, filters in [
    ("hflip", "hflip_vulkan"),
    ("vflip", "vflip_vulkan"),
    ("flip", "flip_vulkan"),
    ("transpose", "transpose_vulkan=dir=clock"),
    ("average", "avgblur_vulkan=sizeX=3:sizeY=5"),
    ("gauss", "gblur_vulkan=sigma=2"),
    ("chroma", "chromaber_vulkan=dist_x=2:dist_y=-1"),
    ("scale", "scale_vulkan=w=160:h=120"),
    ("chain", "scale_vulkan=w=200:h=152,gblur_vulkan,transpose_vulkan,hflip_vulkan"),
    ("placebo", "libplacebo=w=200:h=152"),
    ("placebo_deband", "libplacebo=deband=true:deband_iterations=2:dithering=none"),
    ("placebo_hdr", "libplacebo=colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084"),
]:
    expected = on_device(filters, without_layer).astype(np.int16)
    results.check(name, lambda: on_device(filters, variables).astype(np.int16), expected)
results.finish()
