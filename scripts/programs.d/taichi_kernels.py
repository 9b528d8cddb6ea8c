# Taichi's kernels on numbers of 8, 16 and 64 bits, compiled by Taichi to SPIR-V, compared with NumPy: exactly, quotients and
# roots of halves within 1/200. Taichi refuses a type when the device lacks it.
#
#   taichi_kernels.py OUTPUT
import sys

import numpy as np
import taichi as ti
from results import Results, halves

count = 4096
array = ti.types.ndarray()


@ti.kernel
def add(a: array, b: array, to: array):
    for i in a:
        to[i] = a[i] + b[i]


@ti.kernel
def subtract(a: array, b: array, to: array):
    for i in a:
        to[i] = a[i] - b[i]


@ti.kernel
def multiply(a: array, b: array, to: array):
    for i in a:
        to[i] = a[i] * b[i]


@ti.kernel
def least(a: array, b: array, to: array):
    for i in a:
        to[i] = ti.min(a[i], b[i])


@ti.kernel
def choose(a: array, b: array, to: array):
    for i in a:
        if a[i] < b[i]:
            to[i] = b[i] - a[i]
        else:
            to[i] = a[(i + 1) % count]


@ti.kernel
def bits(a: array, b: array, to: array):
    for i in a:
        to[i] = (a[i] & b[i]) ^ (a[i] | ~b[i])


@ti.kernel
def divide(a: array, b: array, to: array):
    for i in a:
        to[i] = a[i] / b[i]


@ti.kernel
def quotient(a: array, b: array, to: array):
    for i in a:
        to[i] = ti.raw_div(a[i], b[i])


@ti.kernel
def remainder(a: array, b: array, to: array):
    for i in a:
        to[i] = ti.raw_mod(a[i], b[i])


@ti.kernel
def root(a: array, b: array, to: array):
    for i in a:
        to[i] = ti.sqrt(ti.abs(a[i]))


def on_device(kernel, kind, *given):
    """What a kernel writes, which takes arrays of one type and one to write to."""
    there = []
    for values in (*given, np.zeros_like(given[0])):
        there.append(ti.ndarray(kind, values.shape))
        there[-1].from_numpy(values)
    kernel(*there)
    return there[-1].to_numpy()


def truncated(a, b):
    return (a - np.fmod(a, b)) // b


common = [
    (add, np.add),
    (subtract, np.subtract),
    (multiply, np.multiply),
    (least, np.minimum),
    (choose, lambda a, b: np.where(a < b, b - a, np.roll(a, -1))),
]
of_halves = [*common, (divide, np.divide), (root, lambda a, b: np.sqrt(np.abs(a)))]
of_integers = [*common, (bits, lambda a, b: (a & b) ^ (a | ~b)), (quotient, truncated), (remainder, np.fmod)]

results = Results(sys.argv[1])
random = np.random.default_rng(3)
np.seterr(all="ignore")
ti.init(arch=ti.vulkan, offline_cache=False, enable_fallback=False)
for name in ("f16", "i8", "u8", "i16", "u16", "i64", "u64"):
    if name == "f16":
        a, b = (halves(random, count) for _ in "ab")
    else:
        bounds = np.iinfo({"i": "int", "u": "uint"}[name[0]] + name[1:])
        a, b = (random.integers(bounds.min, bounds.max, count, bounds.dtype, endpoint=True) for _ in "ab")
        b[::2] >>= b.itemsize * 4
        b[(b == 0) | (b + 1 == 0)] = 3
    for kernel, reference in of_halves if name == "f16" else of_integers:
        # Vulkan leaves the remainder of negative numbers undefined.
        given = (a & bounds.max, b & bounds.max | 1) if kernel is remainder else (a, b)
        results.check(
            f"{name}.{kernel.__name__}",
            lambda: on_device(kernel, getattr(ti, name), *given),
            reference(*given),
            5e-3 if kernel in (divide, root) else 0,
        )
results.finish()
