// whisper.cpp: the words that small models of random weights (whisper_model.py: halves and 8 bits) hear in a synthetic
// sound must be the same through Vulkan and on the CPU. whisper.cpp refuses a device without 16-bit values in buffers.
//
//   whisper.mjs OUTPUT FOLDER      FOLDER has node_modules/@fugood/whisper.node, and venv with gguf
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Results } from "./results.mjs";

const here = fileURLToPath(import.meta.url);
// By itself, whisper.cpp takes no device that is a CPU.
process.env.GGML_VK_VISIBLE_DEVICES = "0";

/** The numbers of the words that a model hears, and what whisper.cpp says of devices. */
async function hear(folder, path, variant) {
    const require = createRequire(resolve(folder, "node_modules/"));
    const { initWhisper, toggleNativeLog, addNativeLogListener } = require("@fugood/whisper.node");
    const said = [];
    addNativeLogListener((level, text) => said.push(text.trim()));
    await toggleNativeLog(true);
    const context = await initWhisper({ filePath: path, useGpu: variant === "vulkan", useFlashAttn: false }, variant);
    const sound = Int16Array.from({ length: 16000 * 2 }, (_, at) => {
        const time = at / 16000;
        return 12000 * Math.sin(2 * Math.PI * (200 + 300 * time) * time) * Math.sin(9 * time) ** 2;
    });
    const options = { language: "en", temperature: 0, temperatureInc: 0, beamSize: 1, bestOf: 1, maxThreads: 1, maxContext: 0 };
    const { segments } = await context.transcribeData(sound.buffer, options).promise;
    const words = segments.flatMap(({ text }) => (text.match(/\d+/g) ?? []).map(Number));
    await context.release();
    return { words, said };
}

const [output, folder, model, variant] = process.argv.slice(2);
if (model) {
    console.log(JSON.stringify(await hear(folder, model, variant)));
    process.exit(0);
}
const results = new Results(output);
const models = mkdtempSync(join(tmpdir(), "whisper-"));

/** As `hear`, in a process of its own. */
function apart(path, variant) {
    const options = { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] };
    const said = execFileSync(process.execPath, [here, output, folder, path, variant], options).trim().split("\n");
    return JSON.parse(said.at(-1));
}

for (const type of ["F16", "Q8_0"]) {
    const path = join(models, `${type}.bin`);
    execFileSync(join(folder, "venv/bin/python"), [join(here, "../whisper_model.py"), type, path]);
    const expected = Int32Array.from(apart(path, "default").words);
    await results.check(`${type}.words`, "int32", () => {
        const { words, said } = apart(path, "vulkan");
        const device = said.find((line) => /using Vulkan\d backend/.test(line));
        if (!device) throw new Error(`whisper.cpp takes no device: ${said.filter((line) => /vulkan|backend|gpu/i.test(line)).join("; ")}`);
        return Int32Array.from(words);
    }, expected);
    console.log(`${type}: ${expected.length} numbers`);
}
rmSync(models, { recursive: true });
results.finish();
