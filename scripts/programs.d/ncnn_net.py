# ncnn's own shaders, run for small networks of random weights whose numbers are halves in memory, halves everywhere, or bytes,
# compared with ncnn on the CPU: halves within 1/100 of the greatest number, bytes within 1/10000. ncnn falls back to single
# precision without a word, so what it says about the device is read first.
#
#   ncnn_net.py OUTPUT
import functools
import os
import re
import sys
import tempfile

import ncnn
import numpy as np
from results import Results

floats = """
Input                in         0 1 in
Convolution          conv       1 1 in conv 0=16 1=3 4=1 5=1 6=1152 9=1
ConvolutionDepthWise depthwise  1 1 conv depthwise 0=16 1=3 4=1 5=1 6=144 7=16
Split                split      1 2 depthwise left right
Convolution          pointwise  1 1 left pointwise 0=16 1=1 5=1 6=256
BinaryOp             sum        2 1 pointwise right sum 0=0
Pooling              pool       1 1 sum pool 0=0 1=2 2=2
Reshape              reshape    1 1 pool reshape 0=-1
InnerProduct         inner      1 1 reshape inner 0=10 1=1 2=10240
Softmax              softmax    1 1 inner softmax 0=0
"""
bytes_ = """
Input                in         0 1 in
Convolution          conv       1 1 in conv 0=16 1=3 4=1 5=1 6=1152 8=2
Reshape              reshape    1 1 conv reshape 0=-1
InnerProduct         inner      1 1 reshape inner 0=10 1=1 2=40960 8=2
"""
random = np.random.default_rng(7)
given = random.standard_normal((8, 16, 16), dtype=np.float32)


def weights(layers):
    """The file of a network's weights, in the order of its layers."""
    file = b""
    for line in layers.split("\n"):
        numbers = dict(map(int, word.split("=")) for word in line.split()[4:] if "=" in word)
        count = numbers.get(2) if line.startswith("InnerProduct") else numbers.get(6)
        if not count:
            continue
        rows = numbers[0]
        matrix = random.standard_normal((rows, count // rows), dtype=np.float32) * np.float32((rows / count) ** 0.5)
        bias = random.standard_normal(rows, dtype=np.float32) / np.float32(8)
        if numbers.get(8):
            scales = 127 / np.abs(matrix).max(1)
            scale_of_input = np.float32(16)
            matrix = np.rint(matrix * scales[:, None]).astype(np.int8)
            file += np.uint32(0x000D4B38).tobytes() + matrix.tobytes() + bias.tobytes()
            file += scales.astype(np.float32).tobytes() + scale_of_input.tobytes()
        else:
            file += np.uint32(0).tobytes() + matrix.tobytes() + bias.tobytes()
    return file


def run(name, options=()):
    """What a network computes at some places, on the CPU, or through Vulkan with these of ncnn's options."""
    net = ncnn.Net()
    net.opt.use_vulkan_compute = bool(options)
    for option in dir(net.opt):
        if re.match("use_(fp16|bf16|int8)_(?!inference)", option):
            setattr(net.opt, option, option in options)
    if net.load_param(f"{folder}/{name}.param") or net.load_model(f"{folder}/{name}.bin"):
        raise RuntimeError("ncnn does not load the network")
    found = {}
    for place in places[name]:
        extractor = net.create_extractor()
        extractor.input("in", ncnn.Mat(given))
        status, mat = extractor.extract(place)
        if status:
            raise RuntimeError(f"ncnn does not compute {place}: {status}")
        found[place] = np.array(mat)
    return found


def what_ncnn_says():
    """What ncnn prints while it looks for devices; there is no other way to learn which numbers it will use."""
    before = os.dup(2)
    with tempfile.TemporaryFile("w+") as file:
        os.dup2(file.fileno(), 2)
        ncnn.create_gpu_instance()
        os.dup2(before, 2)
        file.seek(0)
        said = file.read()
    sys.stderr.write(said)
    return said


def through_vulkan(name, options, what, needed):
    """As `run`, if the device has what the options need: two of the numbers that ncnn prints."""
    flags = re.search(rf"{what}-p/s/u/a=(\d)/(\d)/(\d)/(\d)", said)
    if not flags:
        raise RuntimeError("ncnn finds no Vulkan device")
    if not all(int(flags["psua".index(letter) + 1]) for letter in needed):
        raise RuntimeError(f"ncnn will not use it: {flags[0]}")
    return run(name, options)


places = {"floats": ["conv", "depthwise", "pool", "inner", "softmax"], "bytes": ["conv", "inner"]}
results = Results(sys.argv[1])
said = what_ncnn_says()
halves = ["use_fp16_packed", "use_fp16_storage"]
octets = ["use_int8_packed", "use_int8_storage", "use_int8_arithmetic"]
with tempfile.TemporaryDirectory() as folder:
    for name, layers in ("floats", floats), ("bytes", bytes_):
        lines = layers.strip().split("\n")
        blobs = sum(int(line.split()[3]) for line in lines)
        with open(f"{folder}/{name}.param", "w") as file:
            file.write(f"7767517\n{len(lines)} {blobs}\n" + "\n".join(lines) + "\n")
        with open(f"{folder}/{name}.bin", "wb") as file:
            file.write(weights(layers))
    for title, name, options, what, needed, most in [
        ("storage", "floats", halves, "fp16", "ps", 1e-2),
        ("arithmetic", "floats", [*halves, "use_fp16_arithmetic"], "fp16", "psa", 1e-2),
        ("bytes", "bytes", octets, "int8", "psa", 1e-4),
    ]:
        expected = run(name)
        compute = functools.cache(lambda: through_vulkan(name, options, what, needed))
        for place in places[name]:
            results.check(f"{title}.{place}", lambda: compute()[place], expected[place], most=most)
results.finish()
