# IREE: functions on tensors of halves, bfloat16 and 8-, 16- and 64-bit integers, compiled to SPIR-V for a device that has them
# all, and run by IREE's own program, compared with NumPy: exactly, quotients within 1/200, exponentials within 1/50. IREE asks no
# device whether it can run a module.
#
#   iree_modules.py OUTPUT
import os
import re
import subprocess
import sys
import tempfile

import ml_dtypes
import numpy as np
from results import Results, halves

count = 2048
tools = os.path.dirname(sys.executable)
random = np.random.default_rng(11)
np.seterr(all="ignore")
cases = []


def elementwise(name, kind, operations, inputs, expected, each=0, to=None):
    """A function of tensors %a, %b, ... that are all of one type; its operations end with %r."""
    tensor = f"tensor<{count}x{kind}>"
    arguments = ", ".join(f"%{letter}: {tensor}" for letter in "abc"[: len(inputs)])
    to = f"tensor<{count}x{to or kind}>"
    body = operations.replace(" T", f" {tensor}").replace(" R", f" {to}").replace("; ", "\n  ")
    function(name, f"({arguments}) -> {to} {{\n  {body}\n  return %r : {to}\n}}", inputs, expected, each)


def contraction(name, how, left, right, expected):
    """A function that multiplies and sums."""
    kinds = {"float16": "f16", "int8": "i8", "int32": "i32"}
    a, b, to = (
        f"tensor<{'x'.join(map(str, array.shape))}x{kinds[array.dtype.name]}>" for array in (left, right, expected)
    )
    kind = kinds[expected.dtype.name]
    text = f"""(%a: {a}, %b: {b}) -> {to} {{
  %zero = arith.constant {0 if kind == 'i32' else 0.0} : {kind}
  %empty = tensor.empty() : {to}
  %start = linalg.fill ins(%zero : {kind}) outs(%empty : {to}) -> {to}
  %r = linalg.{how} ins(%a, %b : {a}, {b}) outs(%start : {to}) -> {to}
  return %r : {to}
}}"""
    function(name, text, [left, right], expected)


def function(name, text, inputs, expected, each=0):
    cases.append((name, f"func.func @{name}{text}", inputs, expected, each))


def run(folder, name, text, inputs):
    """What a function returns: each is a module of its own, because IREE makes all of a module's pipelines at once."""
    with open(f"{folder}/{name}.mlir", "w") as file:
        file.write(text)
    target = ["--iree-hal-target-device=vulkan", "--iree-vulkan-target=rdna2"]
    command("iree-compile", *target, f"{folder}/{name}.mlir", "-o", f"{folder}/{name}.vmfb")
    files = [f"{folder}/{name}_{at}.npy" for at in range(len(inputs))]
    for file, array in zip(files, inputs):
        np.save(file, array)
    command(
        "iree-run-module", "--device=vulkan", f"--module={folder}/{name}.vmfb", f"--function={name}",
        *(f"--input=@{file}" for file in files), f"--output=@{folder}/{name}.npy",
    )
    return np.load(f"{folder}/{name}.npy")


def command(program, *arguments):
    done = subprocess.run([f"{tools}/{program}", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    sys.stderr.write(done.stdout)
    if done.returncode:
        said = " ".join(line for line in done.stdout.splitlines() if not re.search("(LAYER|DRIVER): ", line))
        raise RuntimeError(f"{program} exits with {done.returncode}: {said[-200:]}")


def plain(kind):
    """Integers of all magnitudes."""
    bounds = np.iinfo(kind)
    values = random.integers(bounds.min, bounds.max, count, kind, endpoint=True)
    values[::3] >>= values.itemsize * 4
    return values


def small(*shape):
    """Whole numbers whose sums of products are exact in any order."""
    return random.integers(-3, 4, shape)


half = np.float16
a, b = (halves(random, count) for _ in "ab")
elementwise("f16_add", "f16", "%r = arith.addf %a, %b : T", [a, b], a + b)
elementwise("f16_multiply", "f16", "%r = arith.mulf %a, %b : T", [a, b], a * b)
elementwise("f16_divide", "f16", "%r = arith.divf %a, %b : T", [a, b], a / b, 5e-3)
low = -abs(a / half(8))
elementwise("f16_exp", "f16", "%r = math.exp %a : T", [low], np.exp(low), 2e-2)
elementwise("f16_most", "f16", "%r = arith.maximumf %a, %b : T", [a, b], np.maximum(a, b))
elementwise("f16_to_f32", "f16", "%r = arith.extf %a : T to R", [a], a.astype(np.float32), to="f32")
elementwise(
    "f16_select", "f16", f"%t = arith.cmpf olt, %a, %b : T; %r = arith.select %t, %b, %a : tensor<{count}xi1>, T",
    [a, b], np.where(a < b, b, a),
)
left, right = small(32, 64).astype(half), small(64, 48).astype(half)
contraction("f16_matmul", "matmul", left, right, left @ right)
image, kernel = small(1, 16, 16, 8).astype(half), small(3, 3, 8, 16).astype(half)
windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3), (1, 2))
contraction("f16_conv", "conv_2d_nhwc_hwcf", image, kernel, np.einsum("nhwcij,ijcf->nhwf", windows, kernel))
left, right = random.integers(-128, 128, (32, 64), np.int8), random.integers(-128, 128, (64, 48), np.int8)
contraction("i8_matmul", "matmul", left, right, left.astype(np.int32) @ right.astype(np.int32))

a, b = (random.normal(0, 8, count).astype(ml_dtypes.bfloat16) for _ in "ab")
elementwise(
    "bf16_multiply", "i16",
    f"""%x = arith.bitcast %a : T to tensor<{count}xbf16>; %y = arith.bitcast %b : T to tensor<{count}xbf16>
  %p = arith.mulf %x, %y : tensor<{count}xbf16>; %r = arith.bitcast %p : tensor<{count}xbf16> to T""",
    [a.view(np.int16), b.view(np.int16)], (a * b).view(np.int16),
)

for kind in ("i8", "i16", "i64"):
    a, b = (plain(np.dtype(kind.replace("i", "int"))) for _ in "ab")
    b[(b == 0) | (b == -1)] = 3
    shift = b & (8 * b.itemsize - 1)
    elementwise(f"{kind}_add", kind, "%r = arith.addi %a, %b : T", [a, b], a + b)
    elementwise(f"{kind}_multiply", kind, "%r = arith.muli %a, %b : T", [a, b], a * b)
    elementwise(f"{kind}_divide", kind, "%r = arith.divsi %a, %b : T", [a, b], (a - np.fmod(a, b)) // b)
    elementwise(f"{kind}_left", kind, "%r = arith.shli %a, %b : T", [a, shift], a << shift)
    elementwise(f"{kind}_right", kind, "%r = arith.shrsi %a, %b : T", [a, shift], a >> shift)
    elementwise(f"{kind}_most", kind, "%r = arith.maxsi %a, %b : T", [a, b], np.maximum(a, b))
    if kind == "i64":
        elementwise("i64_to_i32", kind, "%r = arith.trunci %a : T to R", [a], a.astype(np.int32), to="i32")
    else:
        elementwise(f"{kind}_to_f32", kind, "%r = arith.sitofp %a : T to R", [a], a.astype(np.float32), to="f32")
        unsigned = a.view(f"u{a.dtype}").astype(np.int32)
        elementwise(f"{kind}_to_i32", kind, "%r = arith.extui %a : T to R", [a], unsigned, to="i32")

results = Results(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    for name, text, inputs, expected, each in cases:
        results.check(name, lambda: run(folder, name, text, inputs), expected, each)
results.finish()
