# Slang through SlangPy: kernels in Slang with halves, 16- and 64-bit integers and doubles, in structured buffers, structures,
# generic functions and workgroup memory, compiled to SPIR-V, compared with NumPy: exactly, but quotients and roots of halves
# within 1/200. SlangPy wants Xlib's surfaces, which SwiftShader does not have: run it on lavapipe25, with features hidden.
#
#   slangpy_kernels.py OUTPUT
import sys
import tempfile

import numpy as np
import slangpy as spy
from results import Results, halves

count = 4096
results = Results(sys.argv[1])
random = np.random.default_rng(17)
np.seterr(all="ignore")
folder = tempfile.mkdtemp()
device = spy.create_device(type=spy.DeviceType.vulkan, include_paths=[folder])
types = {"float16": "half", "float64": "double", "float32": "float"}


def kernel(name, code, result, *inputs):
    """What a kernel writes to `to`; `a` and `b` are the inputs before it."""
    with open(f"{folder}/{name}.slang", "w") as file:
        file.write(code)
    program = device.load_program(f"{name}.slang", ["main"])
    usage = spy.BufferUsage.shader_resource | spy.BufferUsage.unordered_access
    make = lambda array: device.create_buffer(
        element_count=array.size, struct_size=array.itemsize, usage=usage, data=array.view(np.uint8).ravel()
    )
    buffers = dict(zip("ab", map(make, inputs)), to=make(np.zeros_like(result)))
    device.create_compute_kernel(program).dispatch(thread_count=[count, 1, 1], vars=buffers)
    return buffers["to"].to_numpy().view(np.uint8)[: result.nbytes].view(result.dtype)


def elementwise(name, expression, expected, a, b, each=0):
    kind, to = (types.get(array.dtype.name, f"{array.dtype.name}_t") for array in (a, expected))
    code = f"""
        StructuredBuffer<{kind}> a;
        StructuredBuffer<{kind}> b;
        RWStructuredBuffer<{to}> to;
        T both<T : IArithmetic>(T x, T y, T z) {{ return x * y + z; }}
        [shader("compute")] [numthreads(64, 1, 1)]
        void main(uint3 id : SV_DispatchThreadID) {{
            let x = a[id.x];
            let y = b[id.x];
            to[id.x] = {expression};
        }}"""
    name = f"{a.dtype.name}_{name}"
    results.check(name, lambda: kernel(name, code, expected, a, b), expected, each)


a, b = (halves(random, count) for _ in "ab")
for name, expression, expected, each in [
    ("add", "x + y", a + b, 0),
    ("multiply", "x * y", a * b, 0),
    ("divide", "x / y", a / b, 5e-3),
    ("root", "sqrt(abs(x))", np.sqrt(np.abs(a)), 5e-3),
    ("select", "x < y ? y + half(1) : x", np.where(a < b, b + np.float16(1), a), 0),
    ("to_float", "float(x) * float(y)", a.astype(np.float32) * b.astype(np.float32), 0),
    ("vector", "dot(half2(x, half(0)), half2(y, half(1)))", a * b, 0),
    ("generic", "both(x, half(2), half(0))", a * np.float16(2), 0),
]:
    elementwise(name, expression, expected, a, b, each)

a, b = (random.choice([-1, 1], count) * 2 ** random.uniform(-200, 200, count) for _ in "ab")
for name, expression, expected in [
    ("add", "x + y", a + b),
    ("multiply", "x * y", a * b),
    ("divide", "x / y", a / b),
    ("select", "x < y ? y - 1.0lf : x", np.where(a < b, b - 1, a)),
    ("to_float", "float(x)", a.astype(np.float32)),
    ("generic", "both(x, 2.0lf, 0.0lf)", a * 2),
]:
    elementwise(name, expression, expected, a, b)

for kind in ("int16", "uint16", "int64", "uint64"):
    bounds = np.iinfo(kind)
    a, b = (random.integers(bounds.min, bounds.max, count, kind, endpoint=True) for _ in "ab")
    b[::2] >>= b.itemsize * 4
    b[(b == 0) | (b + 1 == 0)] = 3
    shift = b & (8 * b.itemsize - 1)
    for name, expression, expected in [
        ("add", "x + y", a + b),
        ("multiply", "x * y", a * b),
        ("divide", "x / y", (a - np.fmod(a, b)) // b),
        ("shift", f"x >> (y & {kind}_t({8 * b.itemsize - 1}))", a >> shift),
        ("least", "min(x, y)", np.minimum(a, b)),
        ("bits", "(x & y) ^ (x | ~y)", (a & b) ^ (a | ~b)),
        ("generic", f"both(x, y, {kind}_t(7))", a * b + np.dtype(kind).type(7)),
        ("to_uint", "uint(x)", a.astype(np.uint32)),
    ]:
        elementwise(name, expression, expected, a, b)

mixed = np.zeros(count, {"names": list("hqdf"), "formats": [(np.float16, 4), np.int64, np.float64, np.float32], "itemsize": 32})
mixed["h"], mixed["q"] = halves(random, count * 4).reshape(-1, 4), random.integers(-(2**62), 2**62, count)
mixed["d"], mixed["f"] = random.uniform(-1e9, 1e9, count), random.uniform(-8, 8, count)
expected = mixed.copy()
expected["h"], expected["q"] = -mixed["h"][:, ::-1], mixed["q"] * 3
expected["d"], expected["f"] = mixed["d"] * 0.5, mixed["h"][:, 1].astype(np.float32)
results.check(
    "structure",
    lambda: kernel(
        "structure",
        """
        struct Mixed { half4 h; int64_t q; double d; float f; }
        StructuredBuffer<Mixed> a;
        RWStructuredBuffer<Mixed> to;
        [shader("compute")] [numthreads(64, 1, 1)]
        void main(uint3 id : SV_DispatchThreadID) {
            Mixed it = a[id.x];
            Mixed made;
            made.h = -it.h.wzyx;
            made.q = it.q * 3;
            made.d = it.d * 0.5lf;
            made.f = float(it.h.y);
            to[id.x] = made;
        }""",
        expected, mixed,
    ).view(np.uint8).reshape(-1, 32)[:, :28],
    expected.view(np.uint8).reshape(-1, 32)[:, :28],
)

# Small whole numbers: every order of additions has the same sum.
whole = random.integers(-8, 8, count).astype(np.float16)
results.check(
    "workgroup",
    lambda: kernel(
        "workgroup",
        """
        StructuredBuffer<half> a;
        RWStructuredBuffer<half> to;
        groupshared half tile[64];
        [shader("compute")] [numthreads(64, 1, 1)]
        void main(uint3 id : SV_DispatchThreadID, uint at : SV_GroupIndex) {
            tile[at] = a[id.x];
            for (uint step = 32; step > 0; step /= 2) {
                GroupMemoryBarrierWithGroupSync();
                if (at < step) tile[at] += tile[at + step];
            }
            if (at == 0) to[id.x / 64] = tile[0];
        }""",
        np.zeros(count // 64, np.float16), whole,
    ),
    whole.reshape(-1, 64).sum(1, dtype=np.float16),
)
results.finish()
