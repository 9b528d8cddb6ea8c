# Writes a small language model of random weights as a GGUF file, for llama.mjs: the architecture of Llama with two layers, 256
# wide, and a vocabulary of single bytes. Same arguments, same file.
#
#   llama_model.py TYPE FILE        TYPE of the matrices: F16, BF16, Q8_0, Q4_0
import sys

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter, TokenType, quants

layers, width, hidden, heads, kv_heads = 2, 256, 512, 8, 4
kind, path = GGMLQuantizationType[sys.argv[1]], sys.argv[2]
random = np.random.default_rng(20)

tokens = [b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % byte for byte in range(256)]
types = [TokenType.UNKNOWN, TokenType.CONTROL, TokenType.CONTROL] + [TokenType.BYTE] * 256
for byte in range(33, 127):
    tokens.append(bytes([byte]))
    types.append(TokenType.NORMAL)
while len(tokens) % 32:
    tokens.append(b"<spare %d>" % len(tokens))
    types.append(TokenType.UNUSED)

to = GGUFWriter(path, "llama")
to.add_name("random")
to.add_block_count(layers)
to.add_context_length(512)
to.add_embedding_length(width)
to.add_feed_forward_length(hidden)
to.add_head_count(heads)
to.add_head_count_kv(kv_heads)
to.add_rope_dimension_count(width // heads)
to.add_layer_norm_rms_eps(1e-5)
to.add_vocab_size(len(tokens))
to.add_tokenizer_model("llama")
to.add_token_list(tokens)
to.add_token_scores([0.0] * len(tokens))
to.add_token_types(types)
to.add_unk_token_id(0)
to.add_bos_token_id(1)
to.add_eos_token_id(2)


def matrix(name, rows, columns, scale=1.0):
    values = random.standard_normal((rows, columns), dtype=np.float32) * np.float32(scale / columns**0.5)
    if kind == GGMLQuantizationType.F16:
        to.add_tensor(name, values.astype(np.float16))
    else:
        to.add_tensor(name, quants.quantize(values, kind), raw_dtype=kind)


def norm(name):
    to.add_tensor(name, (1 + random.standard_normal(width) / 8).astype(np.float32))


matrix("token_embd.weight", len(tokens), width, width**0.5)
norm("output_norm.weight")
matrix("output.weight", len(tokens), width, 4.0)
for layer in range(layers):
    norm(f"blk.{layer}.attn_norm.weight")
    matrix(f"blk.{layer}.attn_q.weight", width, width, 2.0)
    matrix(f"blk.{layer}.attn_k.weight", width * kv_heads // heads, width, 2.0)
    matrix(f"blk.{layer}.attn_v.weight", width * kv_heads // heads, width)
    matrix(f"blk.{layer}.attn_output.weight", width, width)
    norm(f"blk.{layer}.ffn_norm.weight")
    matrix(f"blk.{layer}.ffn_gate.weight", hidden, width)
    matrix(f"blk.{layer}.ffn_up.weight", hidden, width)
    matrix(f"blk.{layer}.ffn_down.weight", width, hidden)
to.write_header_to_file()
to.write_kv_data_to_file()
to.write_tensors_to_file()
to.close()
