// llama.cpp through node-llama-cpp: the tokens that small models of random weights (llama_model.py: halves, bfloat16, 8 and 4
// bits) find most likely, one after another, must be the same through Vulkan and on the CPU; the logarithms of the first
// probabilities may be 1/25 of the greatest apart, because both round differently. llama.cpp refuses a device without 16-bit
// values in buffers.
//
//   llama.mjs OUTPUT FOLDER      FOLDER has node_modules/node-llama-cpp, and venv with gguf
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Results } from "./results.mjs";

const here = fileURLToPath(import.meta.url);
const count = 24;
// By itself, llama.cpp takes no device that is a CPU.
process.env.GGML_VK_VISIBLE_DEVICES = "0";

/** The tokens that a model finds most likely, and for each token the logarithm of its probability at first. */
async function generate(folder, path, onGpu) {
    const { getLlama } = await import(resolve(folder, "node_modules/node-llama-cpp/dist/index.js"));
    const llama = await getLlama({ gpu: onGpu ? "vulkan" : false, build: "never", skipDownload: true, progressLogs: false });
    const model = await llama.loadModel({ modelPath: path, gpuLayers: onGpu ? "max" : 0 });
    if (onGpu && model.gpuLayers === 0) throw new Error("llama.cpp puts no layer on the device");
    const context = await model.createContext({ contextSize: 256, threads: 1 });
    const prompt = model.tokenize("Many shaders, one layer");
    const wanted = { probabilities: true };
    const found = { tokens: [], first: [] };
    for await (const next of context.getSequence().evaluateWithMetadata(prompt, wanted, { temperature: 0 })) {
        if (found.tokens.length === 0) {
            found.first = [...next.probabilities].sort(([a], [b]) => a - b).map(([, probability]) => Math.log(probability));
        }
        found.tokens.push(next.token);
        if (found.tokens.length === count) break;
    }
    return found;
}

const [output, folder, modelOnCpu] = process.argv.slice(2);
if (modelOnCpu) {
    console.log(JSON.stringify(await generate(folder, modelOnCpu, false)));
    process.exit(0);
}
const results = new Results(output);
const models = mkdtempSync(join(tmpdir(), "llama-"));
for (const type of ["F16", "BF16", "Q8_0", "Q4_0"]) {
    const path = join(models, `${type}.gguf`);
    execFileSync(join(folder, "venv/bin/python"), [join(here, "../llama_model.py"), type, path]);
    const lines = execFileSync(process.execPath, [here, output, folder, path], { encoding: "utf8" }).trim().split("\n");
    const expected = JSON.parse(lines.at(-1));
    let found;
    const compute = (part) => async () => part((found ??= await generate(folder, path, true)));
    await results.check(`${type}.tokens`, "int32", compute(({ tokens }) => Int32Array.from(tokens)), expected.tokens);
    await results.check(`${type}.first`, "float64", compute(({ first }) => Float64Array.from(first)), expected.first, 0, 1 / 25);
}
rmSync(models, { recursive: true });
results.finish();
