# Bazalt: doubles and 64-bit integers in GLSL, and doubles in HLSL, compiled by glslang, compared with NumPy: exactly, but roots
# within 1e-15. Of HLSL, glslang knows no 64-bit integers, and makes floats of the doubles that functions take. Bazalt refuses a
# device that lacks a feature. Doubles are among what the layer provides on request.
#
#   bazalt_kernels.py OUTPUT
import functools
import sys

import bazalt as bz
import numpy as np
from results import Results

count = 4096
results = Results(sys.argv[1])
random = np.random.default_rng(23)
np.seterr(all="ignore")
types = {"float64": "double", "float32": "float", "int32": "int", "int64": "int64_t"}


@functools.cache
def context():
    return bz.Context(features=[bz.Feature.SHADER_FLOAT64, bz.Feature.SHADER_INT64], validation="off")


def kernel(language, expression, result, a, b):
    """What an expression of `a` and `b` is, for each pair."""
    kind, to = (types[array.dtype.name] for array in (a, result))
    if language == "GLSL":
        source = f"""#version 450
            #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
            layout(local_size_x = 64) in;
            layout(std430, binding = 0) readonly buffer A {{ {kind} first[]; }};
            layout(std430, binding = 1) readonly buffer B {{ {kind} second[]; }};
            layout(std430, binding = 2) writeonly buffer To {{ {to} result[]; }};
            void main() {{
                {kind} a = first[gl_GlobalInvocationID.x];
                {kind} b = second[gl_GlobalInvocationID.x];
                result[gl_GlobalInvocationID.x] = {expression};
            }}"""
    else:
        source = f"""
            [[vk::binding(0, 0)]] StructuredBuffer<{kind}> first;
            [[vk::binding(1, 0)]] StructuredBuffer<{kind}> second;
            [[vk::binding(2, 0)]] RWStructuredBuffer<{to}> result;
            [numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{
                {kind} a = first[id.x];
                {kind} b = second[id.x];
                result[id.x] = {expression};
            }}"""
    device = context()
    shader = device.compile_shader(source=source, stage=bz.ShaderStage.COMPUTE, language=getattr(bz.ShaderLanguage, language))
    pipeline = device.compute_pipeline().shader(shader).storage_buffer(0).storage_buffer(1).storage_buffer(2).build()
    arrays = [array.view(np.uint32) for array in (a, b, np.zeros_like(result))]
    buffers = [device.create_buffer(array, bz.BufferUsage.STORAGE, bz.MemoryUsage.STATIC) for array in arrays]
    bound = device.create_descriptor_pool().allocate_set(pipeline)
    for at, buffer in enumerate(buffers):
        bound.set_buffer(at, buffer)
    graph = device.graph()
    graph.add_pass().bind_pipeline(pipeline).bind_descriptor_set(bound, pipeline).dispatch(count // 64)
    device.submit(graph)
    return buffers[2].read(np.uint32).view(result.dtype)


a, b = (random.choice([-1, 1], count) * 2 ** random.uniform(-300, 300, count) for _ in "ab")
doubles = [
    ("add", "a + b", a + b, 0),
    ("subtract", "a - b", a - b, 0),
    ("multiply", "a * b", a * b, 0),
    ("divide", "a / b", a / b, 0),
    ("root", "sqrt(abs(a))", np.sqrt(np.abs(a)), 1e-15),
    ("floor", "floor(a)", np.floor(a), 0),
    ("least", "min(a, b)", np.minimum(a, b), 0),
    ("select", "a < b ? b : a", np.where(a < b, b, a), 0),
    ("to_float", "float(a)", a.astype(np.float32), 0),
]
x, y = (random.integers(-(2**63), 2**63, count, np.int64) for _ in "xy")
y[::2] >>= 32
y[(y == 0) | (y == -1)] = 3
integers = [
    ("add", "a + b", x + y),
    ("multiply", "a * b", x * y),
    ("divide", "a / b", (x - np.fmod(x, y)) // y),
    ("bits", "(a & b) ^ (a | ~b)", (x & y) ^ (x | ~y)),
    ("least", "min(a, b)", np.minimum(x, y)),
    ("select", "a < b ? b : a", np.where(x < y, y, x)),
    ("to_int", "int(a)", x.astype(np.int32)),
]
for name, expression, expected, each in doubles:
    results.check(f"double.{name}", lambda: kernel("GLSL", expression, expected, a, b), expected, each)
    if "(" not in expression:
        results.check(f"double.{name}.hlsl", lambda: kernel("HLSL", expression, expected, a, b), expected, each)
for name, expression, expected in integers:
    results.check(f"long.{name}", lambda: kernel("GLSL", expression, expected, x, y), expected)
results.finish()
