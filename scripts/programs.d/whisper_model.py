# Writes a small model of random weights for whisper.cpp, for whisper.mjs: Whisper's architecture with four layers, 128 wide, and
# its English vocabulary by numbers. Same arguments, same file.
#
#   whisper_model.py TYPE FILE        TYPE of the matrices: F32, F16, Q8_0, Q5_0
import struct
import sys

import numpy as np
from gguf import GGMLQuantizationType, quants

kind = GGMLQuantizationType[sys.argv[1]]
ftype = {"F32": 0, "F16": 1, "Q8_0": 7, "Q5_0": 8}[kind.name]
# Heads are 64 wide, as Whisper's are. With 32, ggml multiplies by its smallest tile, which it lays out wrongly for subgroups of
# four: 32 invocations as four warps of eight, each of which takes a whole tile, so three of them write over what other groups
# compute. (For eight it has another layout; for 16 this is ggml-org/llama.cpp issue 28637.)
words, audio, width, heads, layers, text, mels = 51864, 200, 128, 2, 4, 48, 80
random = np.random.default_rng(31)
to = open(sys.argv[2], "wb")
to.write(struct.pack("<12i", 0x67676D6C, words, audio, width, heads, layers, text, width, heads, layers, mels, ftype))
# Each filter takes two neighbouring frequencies and what is beside them.
frequencies = 201
at = np.arange(mels)[:, None] * frequencies / mels
filters = np.maximum(0, 1 - np.abs(np.arange(frequencies)[None] - at) / 3).astype(np.float32)
to.write(struct.pack("<2i", mels, frequencies) + filters.tobytes())
to.write(struct.pack("<i", 50256))
for word in range(50256):
    # whisper.cpp asks for the blank by name.
    name = b" " if word == 220 else b" w%d" % word
    to.write(struct.pack("<i", len(name)) + name)


def tensor(name, values, kind=GGMLQuantizationType.F32):
    shape = values.shape[::-1]
    data = values.astype(np.float16) if kind == GGMLQuantizationType.F16 else values.astype(np.float32)
    if kind not in (GGMLQuantizationType.F16, GGMLQuantizationType.F32):
        data = quants.quantize(data, kind)
    to.write(struct.pack("<3i", len(shape), len(name), kind) + struct.pack(f"<{len(shape)}i", *shape))
    to.write(name.encode() + data.tobytes())


def normal(*shape, scale=1.0):
    return random.standard_normal(shape, dtype=np.float32) * np.float32(scale)


def matrix(name, rows, columns, scale=1.0):
    tensor(f"{name}.weight", normal(rows, columns, scale=scale / columns**0.5), kind)


def norm(name):
    tensor(f"{name}.weight", 1 + normal(width, scale=1 / 8))
    tensor(f"{name}.bias", normal(width, scale=1 / 8))


def attention(name):
    norm(f"{name}_ln")
    for part in ("query", "key", "value", "out"):
        matrix(f"{name}.{part}", width, width, 2.0 if part in ("query", "key") else 1.0)
        if part != "key":
            tensor(f"{name}.{part}.bias", normal(width, scale=1 / 8))


def block(name, is_decoder):
    attention(f"{name}.attn")
    if is_decoder:
        attention(f"{name}.cross_attn")
    norm(f"{name}.mlp_ln")
    for part, rows, columns in (("0", 4 * width, width), ("2", width, 4 * width)):
        matrix(f"{name}.mlp.{part}", rows, columns)
        tensor(f"{name}.mlp.{part}.bias", normal(rows, scale=1 / 8))


halves = GGMLQuantizationType.F32 if kind == GGMLQuantizationType.F32 else GGMLQuantizationType.F16
tensor("encoder.positional_embedding", normal(audio, width, scale=1 / 2))
for number, inputs in ((1, mels), (2, width)):
    tensor(f"encoder.conv{number}.weight", normal(width, inputs, 3, scale=(3 * inputs) ** -0.5), halves)
    tensor(f"encoder.conv{number}.bias", normal(width, 1, scale=1 / 8))
for layer in range(layers):
    block(f"encoder.blocks.{layer}", False)
norm("encoder.ln_post")
# Large beside words: otherwise a word that has been heard once is heard again and again.
tensor("decoder.positional_embedding", normal(text, width, scale=8))
# Few words and times are heard at all, so that the most likely one is well ahead of the next.
embedding = np.zeros((words, width), np.float32)
embedding[300:364] = normal(64, width)
embedding[50363:50413] = normal(50, width)
tensor("decoder.token_embedding.weight", embedding, kind)
for layer in range(layers):
    block(f"decoder.blocks.{layer}", True)
norm("decoder.ln")
to.close()
