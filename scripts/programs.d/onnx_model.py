# ONNX Runtime's WebGPU provider (Dawn): a network of random weights with convolutions, attention and 4-bit weights, in halves,
# compared with ONNX Runtime on the CPU in single precision: within 1/50 of the greatest number. It refuses a device that lacks
# shader-f16.
#
#   onnx_model.py OUTPUT
import functools
import sys

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from results import Results

random = np.random.default_rng(13)
weights = {}


def weight(name, *shape):
    values = random.standard_normal(shape) / np.prod(shape[1:] if len(shape) == 4 else shape[:-1]) ** 0.5
    weights[name] = values.astype(np.float16)
    return name


def node(kind, inputs, output, domain="", **attributes):
    return helper.make_node(kind, inputs, [output], domain=domain, **attributes)


weights["shape"] = np.array([1, 64, 32], np.int64)
weights["scale"] = np.array(32**-0.5, np.float16)
weights["axes"] = np.array([1], np.int64)
weights["packed"] = random.integers(0, 256, (64, 1, 16), np.uint8)
weights["scales"] = random.uniform(0.01, 0.02, 64).astype(np.float16)
nodes = [
    node("Conv", ["in", weight("conv_w", 16, 8, 3, 3), weight("conv_b", 16)], "conv", pads=[1, 1, 1, 1]),
    node("Relu", ["conv"], "relu"),
    node("Conv", ["relu", weight("deep_w", 16, 1, 3, 3)], "deep", pads=[1, 1, 1, 1], group=16),
    node("Add", ["conv", "deep"], "sum"),
    node("MaxPool", ["sum"], "pool", kernel_shape=[2, 2], strides=[2, 2]),
    node("Conv", ["pool", weight("point_w", 32, 16, 1, 1)], "point"),
    node("Reshape", ["point", "shape"], "rows"),
    node("LayerNormalization", ["rows", weight("norm_w", 32), weight("norm_b", 32)], "norm"),
    node("MatMul", ["norm", weight("query_w", 32, 32)], "query"),
    node("MatMul", ["norm", weight("key_w", 32, 32)], "key"),
    node("Transpose", ["key"], "turned", perm=[0, 2, 1]),
    node("MatMul", ["query", "turned"], "products"),
    node("Mul", ["products", "scale"], "scores"),
    node("Softmax", ["scores"], "attention", axis=-1),
    node("MatMul", ["attention", "norm"], "mixed"),
    node("Gelu", ["mixed"], "gelu"),
    node("MatMulNBits", ["gelu", "packed", "scales"], "bits", "com.microsoft", K=32, N=64, bits=4, block_size=32),
    node("ReduceMean", ["bits", "axes"], "mean", keepdims=0),
    node("Sigmoid", ["mean"], "out"),
]
places = ["conv", "pool", "norm", "scores", "attention", "gelu", "bits", "out"]
given = random.standard_normal((1, 8, 16, 16)).astype(np.float16)


def run(float_type, providers, allow_cpu):
    """What the network computes at some places."""
    number = {np.float16: TensorProto.FLOAT16, np.float32: TensorProto.FLOAT}[float_type]

    def cast(values):
        return values.astype(float_type) if values.dtype == np.float16 else values

    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("in", number, given.shape)],
        [helper.make_tensor_value_info(place, number, None) for place in places],
        [numpy_helper.from_array(cast(values), name) for name, values in weights.items()],
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 2
    if not allow_cpu:
        options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=providers)
    if session.get_providers()[0] != providers[0]:
        raise RuntimeError(f"ONNX Runtime uses {session.get_providers()}")
    return dict(zip(places, session.run(places, {"in": cast(given)})))


results = Results(sys.argv[1])
expected = run(np.float32, ["CPUExecutionProvider"], True)
compute = functools.cache(lambda: run(np.float16, ["WebGpuExecutionProvider"], False))
for place in places:
    results.check(place, lambda: compute()[place], expected[place].astype(np.float16), most=0.02)
results.finish()
