# wgpu's features shader-f16 and shader-int64: WGSL with halves and 64-bit integers in storage and uniform buffers, vectors,
# matrices, workgroup memory, subgroups and fragment shaders, compiled by naga to SPIR-V and compared with NumPy: exactly, or
# within 1/200 where WGSL allows an error. wgpu refuses a device that lacks a feature.
#
#   wgpu_shaders.py OUTPUT
import functools
import sys

import numpy as np
import wgpu
from results import Results, halves

count = 4096
half, long, ulong = np.float16, np.int64, np.uint64


@functools.cache
def device(*features):
    """A device with these features; wgpu's error says which are missing."""
    for adapter in wgpu.gpu.enumerate_adapters_sync():
        if adapter.info["backend_type"] == "Vulkan":
            return adapter.request_device_sync(required_features=features)
    raise RuntimeError("wgpu finds no Vulkan device")


def shader(features, code, result, *inputs, groups=count // 64):
    """What a shader writes to its last binding, shaped like `result`; the inputs are the bindings before it."""
    gpu = device(*features)
    usage = wgpu.BufferUsage
    buffers = [gpu.create_buffer_with_data(data=data, usage=usage.STORAGE | usage.UNIFORM) for data in inputs]
    buffers.append(gpu.create_buffer(size=result.nbytes, usage=usage.STORAGE | usage.COPY_SRC))
    pipeline = gpu.create_compute_pipeline(
        layout="auto", compute={"module": gpu.create_shader_module(code=code), "entry_point": "main"}
    )
    bindings = [{"binding": at, "resource": {"buffer": buffer}} for at, buffer in enumerate(buffers)]
    encoder = gpu.create_command_encoder()
    work = encoder.begin_compute_pass()
    work.set_pipeline(pipeline)
    work.set_bind_group(0, gpu.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=bindings))
    work.dispatch_workgroups(groups)
    work.end()
    gpu.queue.submit([encoder.finish()])
    return np.frombuffer(gpu.queue.read_buffer(buffers[-1]), result.dtype).reshape(result.shape)


def drawn(features, code, side, *inputs):
    """What a fragment shader writes to a square of four floats each."""
    gpu = device(*features)
    module = gpu.create_shader_module(code=code)
    usage = wgpu.TextureUsage
    picture = gpu.create_texture(size=(side, side, 1), format="rgba32float", usage=usage.RENDER_ATTACHMENT | usage.COPY_SRC)
    buffers = [gpu.create_buffer_with_data(data=data, usage=wgpu.BufferUsage.STORAGE) for data in inputs]
    pipeline = gpu.create_render_pipeline(
        layout="auto",
        vertex={"module": module, "entry_point": "corner"},
        primitive={"topology": "triangle-list"},
        fragment={"module": module, "entry_point": "colour", "targets": [{"format": "rgba32float"}]},
    )
    bindings = [{"binding": at, "resource": {"buffer": buffer}} for at, buffer in enumerate(buffers)]
    encoder = gpu.create_command_encoder()
    attachment = {"view": picture.create_view(), "load_op": "clear", "store_op": "store", "clear_value": (0, 0, 0, 0)}
    work = encoder.begin_render_pass(color_attachments=[attachment])
    work.set_pipeline(pipeline)
    work.set_bind_group(0, gpu.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=bindings))
    work.draw(3)
    work.end()
    gpu.queue.submit([encoder.finish()])
    read = gpu.queue.read_texture({"texture": picture}, {"bytes_per_row": side * 16}, (side, side, 1))
    return np.frombuffer(read, np.float32).reshape(-1, 4)


def elementwise(kind, name, expression, a, b, result, each=0, to=None):
    """Checks one expression of `a` and `b`, arrays of a WGSL type."""
    results.check(
        f"{kind.replace('<', '_').replace('>', '')}.{name}",
        lambda: shader(
            ["shader-f16"] if "f16" in kind else ["shader-int64"],
            f"""{'enable f16;' if 'f16' in kind else ''}
            @group(0) @binding(0) var<storage, read> first: array<{kind}>;
            @group(0) @binding(1) var<storage, read> second: array<{kind}>;
            @group(0) @binding(2) var<storage, read_write> result: array<{to or kind}>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                let a = first[id.x];
                let b = second[id.x];
                result[id.x] = {expression};
            }}""",
            result, a, b, groups=a.shape[0] // 64,
        ),
        result,
        each,
    )


results = Results(sys.argv[1])
random = np.random.default_rng(5)
np.seterr(all="ignore")

a, b = (halves(random, count) for _ in "ab")
for name, expression, result, each, to in [
    ("add", "a + b", a + b, 0, None),
    ("subtract", "a - b", a - b, 0, None),
    ("multiply", "a * b", a * b, 0, None),
    ("divide", "a / b", a / b, 5e-3, None),
    ("negate", "-a", -a, 0, None),
    ("least", "min(a, b)", np.minimum(a, b), 0, None),
    ("floor", "floor(a)", np.floor(a), 0, None),
    ("root", "sqrt(abs(a))", np.sqrt(np.abs(a)), 5e-3, None),
    ("fma", "fma(abs(a), abs(b), 1h)", (abs(a.astype(float) * b) + 1).astype(half), 5e-3, None),
    ("select", "select(a, b + 1h, a < b)", np.where(a < b, b + half(1), a), 0, None),
    ("to_f32", "f32(a) * f32(b)", a.astype(np.float32) * b.astype(np.float32), 0, "f32"),
    ("to_i32", "i32(a)", a.astype(np.int32), 0, "i32"),
    ("from_f32", "f16(f32(a) * 0.5)", (a.astype(np.float32) * np.float32(0.5)).astype(half), 0, None),
]:
    elementwise("f16", name, expression, a, b, result, each, to)
pairs, fours = ([array.reshape(-1, size) for array in (a, b)] for size in (2, 4))
elementwise("vec4<f16>", "multiply", "a * b.wzyx", *fours, fours[0] * fours[1][:, ::-1])
products = abs(fours[0].astype(float) * fours[1])
elementwise("vec4<f16>", "dot", "dot(abs(a), abs(b))", *fours, products.sum(1).astype(half), 5e-3, "f16")
elementwise("vec2<f16>", "add", "a + b.yx", *pairs, pairs[0] + pairs[1][:, ::-1])

results.check(
    "f16.fragment",
    lambda: drawn(
        ["shader-f16"],
        """enable f16;
        @group(0) @binding(0) var<storage, read> first: array<f16>;
        @group(0) @binding(1) var<storage, read> second: array<f16>;
        struct Corner { @builtin(position) position: vec4<f32>, @location(0) @interpolate(flat) scale: vec2<f16> }
        @vertex fn corner(@builtin(vertex_index) index: u32) -> Corner {
            let at = vec2<f16>(f16(index & 1u), f16(index >> 1u)) * 4h - 1h;
            return Corner(vec4<f32>(vec2<f32>(at), 0.0, 1.0), vec2<f16>(2h, 3h));
        }
        @fragment fn colour(it: Corner) -> @location(0) vec4<f32> {
            let at = u32(it.position.x) + 64u * u32(it.position.y);
            let a = first[at];
            let b = second[at];
            return vec4<f32>(f32(a + b), f32(a * b), f32(a * it.scale.x), f32(select(it.scale.y, a, a < b)));
        }""",
        64, a, b,
    ),
    np.stack([a + b, a * b, a * half(2), np.where(a < b, a, half(3))], 1).astype(np.float32),
)

# Small whole numbers: every order of additions has the same sum.
whole = random.integers(-8, 8, count).astype(half)
results.check(
    "f16.workgroup",
    lambda: shader(
        ["shader-f16"],
        """enable f16;
        @group(0) @binding(0) var<storage, read> values: array<f16>;
        @group(0) @binding(1) var<storage, read_write> sums: array<f16>;
        var<workgroup> shared_values: array<f16, 64>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) at: vec3<u32>) {
            shared_values[at.x] = values[id.x];
            for (var step = 32u; step > 0u; step /= 2u) {
                workgroupBarrier();
                if at.x < step { shared_values[at.x] += shared_values[at.x + step]; }
            }
            if at.x == 0u { sums[id.x / 64u] = shared_values[0]; }
        }""",
        np.zeros(count // 64, half), whole,
    ),
    whole.reshape(-1, 64).sum(1, dtype=half),
)
results.check(
    "f16.subgroup",
    lambda: shader(
        ["shader-f16", "subgroup"],
        """enable f16;
        @group(0) @binding(0) var<storage, read> values: array<f16>;
        @group(0) @binding(1) var<storage, read_write> same: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(subgroup_size) size: u32) {
            let sum = subgroupAdd(values[id.x]);
            let least = subgroupMin(values[id.x]);
            let before = subgroupExclusiveAdd(values[id.x]);
            let neighbour = subgroupShuffleXor(values[id.x], 1u);
            let start = id.x / size * size;
            var wanted = 0h;
            var wanted_before = 0h;
            var wanted_least = values[start];
            for (var at = start; at < start + size; at++) {
                if at == id.x { wanted_before = wanted; }
                wanted += values[at];
                wanted_least = min(wanted_least, values[at]);
            }
            same[id.x] = u32(sum == wanted) + 2u * u32(least == wanted_least) + 4u * u32(before == wanted_before)
                + 8u * u32(neighbour == values[id.x ^ 1u]);
        }""",
        np.zeros(count, np.uint32), whole,
    ),
    np.full(count, 15, np.uint32),
)

# As WGSL lays out a vec3<f16>, an f32 and a mat2x2<f16>.
mixed = {"names": ["scale", "weight", "matrix"], "formats": [(half, 3), np.float32, (half, (2, 2))], "offsets": [0, 8, 12]}
uniform = np.zeros(1, {**mixed, "itemsize": 32})
uniform["scale"], uniform["weight"], uniform["matrix"] = [1, 2, 4], 0.5, [[1, 2], [3, 4]]
results.check(
    "f16.uniform",
    lambda: shader(
        ["shader-f16"],
        """enable f16;
        struct Mixed { scale: vec3<f16>, weight: f32, matrix: mat2x2<f16> }
        @group(0) @binding(0) var<uniform> mixed: Mixed;
        @group(0) @binding(1) var<storage, read> values: array<vec2<f16>>;
        @group(0) @binding(2) var<storage, read_write> products: array<vec2<f16>>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            products[id.x] = mixed.matrix * values[id.x] * mixed.scale.z + f16(mixed.weight);
        }""",
        np.zeros((count // 2, 2), half), uniform, whole.reshape(-1, 2), groups=count // 128,
    ),
    (whole.reshape(-1, 2) @ uniform["matrix"][0] * half(4) + half(0.5)).astype(half),
)

a, b = (random.integers(-(2**63), 2**63, count, long) for _ in "ab")
b[::2] >>= 32
b[(b == 0) | (b == -1)] = 3
shift = b & 63
for name, expression, result, to in [
    ("add", "a + b", a + b, None),
    ("subtract", "a - b", a - b, None),
    ("multiply", "a * b", a * b, None),
    ("divide", "a / b", (a - np.fmod(a, b)) // b, None),
    ("bits", "(a & b) ^ (a | ~b)", (a & b) ^ (a | ~b), None),
    ("left", "a << u32(b & 63li)", a << shift, None),
    ("right", "a >> u32(b & 63li)", a >> shift, None),
    ("least", "min(a, b)", np.minimum(a, b), None),
    ("select", "select(a, b, a < b)", np.where(a < b, b, a), None),
    ("to_i32", "i32(a)", a.astype(np.int32), "i32"),
]:
    elementwise("i64", name, expression, a, b, result, to=to)
a, b = a.view(ulong), b.view(ulong)
for name, expression, result, to in [
    ("multiply", "a * b", a * b, None),
    ("divide", "a / b", a // b, None),
    ("remainder", "a % b", a % b, None),
    ("right", "a >> u32(b & 63lu)", a >> shift.view(ulong), None),
    ("select", "select(a, b, a < b)", np.where(a < b, b, a), None),
    ("to_u32", "u32(a)", a.astype(np.uint32), "u32"),
]:
    elementwise("u64", name, expression, a, b, result, to=to)
results.finish()
