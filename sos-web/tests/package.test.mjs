// The npm package as others use it: installed, in Node and in a headless browser. What it answers is compared with what the program does.
//
//   node --test sos-web/tests
//
// Takes the package that `cargo xtask web` has made, and the program: SOS names it, target/debug/sos without. CHROMIUM names the browser.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = resolve(fileURLToPath(import.meta.url), "../../..");
const program = process.env.SOS ?? join(root, "target/debug/sos");
const room = mkdtempSync(join(tmpdir(), "sos-web-"));
const installed = join(room, "node_modules/ship-one-shader");
let sos;

const shaders = join(root, "corpus/shaders");

/** Some corpus modules, the same ones each time: every third. */
const modules = readdirSync(shaders, { recursive: true })
  .filter((name) => name.endsWith(".spv")).sort()
  .filter((_, at) => at % 3 === 0);
const waveMin = readFileSync(join(root, "corpus/shaders/demo/wave_min.comp.spv"));

before(async () => {
  const made = readdirSync(join(root, "target/web")).filter((name) => name.endsWith(".tgz"));
  assert.equal(made.length, 1, "`cargo xtask web` makes the package");
  writeFileSync(join(room, "package.json"), '{"private": true, "type": "module"}');
  const npm = ["install", "--offline", "--no-audit", "--no-fund", "--silent", join(root, "target/web", made[0])];
  execFileSync("npm", npm, { cwd: room, stdio: "inherit" });
  sos = await import(pathToFileURL(join(installed, "index.js")));
});

after(() => rmSync(room, { recursive: true, force: true }));

test("the file needs nothing, and is no larger than it was", () => {
  const bytes = readFileSync(join(installed, "sos.wasm"));
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
  // 1 720 000 when this was written; 1 200 000 is what it should be.
  assert.ok(bytes.length < 1_760_000, `${bytes.length}`);
});

test("devices are those of the program", async () => {
  const said = JSON.parse(execFileSync(program, ["device", "list", "all", "--json"]));
  assert.deepEqual(await sos.devices(), said);
  const found = JSON.parse(execFileSync(program, ["device", "find", "Galaxy S21", "--json", "--quiet"]));
  assert.deepEqual(await sos.findDevice("Galaxy S21"), found);
  const groups = JSON.parse(execFileSync(program, ["device", "list", "--groups", "--json"]));
  assert.deepEqual(await sos.deviceGroups(), groups);
});

test("outputs are those of the program, on all devices", { timeout: 600_000 }, async () => {
  assert.ok(modules.length >= 200, `${modules.length} modules`);
  const filter = await sos.load();
  const names = filter.devices().map(({ device }) => device);
  const [given, out] = [join(room, "in"), join(room, "out")];
  for (const name of modules) cpSync(join(shaders, name), join(given, name));
  const run = spawnSync(program, ["filter", given, "-d", "all", "-o", out, "--quiet", "--keep-going"], { maxBuffer: 1 << 30 });
  // Devices that cannot run a module.
  assert.equal(run.status, 1, `${run.stderr}`.slice(0, 1000));
  let [outputs, refusals] = [0, 0];
  for (const path of modules) {
    const bytes = readFileSync(join(shaders, path));
    const cells = filter.matrix(bytes, names);
    for (const [at, name] of names.entries()) {
      const file = join(out, name, path);
      const { outcome, words } = cells[at];
      assert.equal(existsSync(file), outcome !== "unsupported", `${path} on ${name}: ${outcome}`);
      if (outcome === "unsupported") {
        refusals += 1;
        continue;
      }
      const expected = readFileSync(file);
      assert.equal(words * 4, expected.length, `${path} on ${name}`);
      const result = filter.filter(bytes, name);
      assert.ok(expected.equals(Buffer.from(result.words.buffer)), `${path} on ${name}`);
      outputs += 1;
    }
  }
  assert.ok(outputs > 5000 && refusals > 500, `${outputs} outputs, ${refusals} refusals`);
});

test("results have words, a report and a text", async () => {
  const { outcome, words, report, text } = await sos.filter(waveMin, "swiftshader");
  assert.equal(outcome, "rewritten");
  assert.ok(words instanceof Uint32Array && words[0] === 0x07230203);
  assert.equal(words.length, report.words.after);
  assert.match(text, /^rewritten for SwiftShader/);
  // Any view of the bytes, at any place, in either order.
  const apart = new Uint8Array(waveMin.length + 1);
  apart.set(waveMin, 1);
  const swapped = Buffer.from(waveMin).swap32();
  for (const module of [apart.subarray(1), Uint8Array.from(waveMin).buffer, new DataView(apart.buffer, 1), swapped]) {
    assert.deepEqual((await sos.filter(module, "swiftshader")).words, words);
  }
  const refused = await sos.filter(waveMin, "swiftshader", { without: "VK_SUBGROUP_FEATURE_BASIC_BIT", subgroupSize: 128 });
  assert.equal(refused.outcome === "unsupported", refused.words === null);
});

test("inspections and constants are exact", async () => {
  const inspection = await sos.inspect(waveMin);
  const said = JSON.parse(execFileSync(program, ["inspect", join(root, "corpus/shaders/demo/wave_min.comp.spv"), "--json"]));
  assert.deepEqual(inspection, said);
  // A module with the constant 7 of 64 bits, whose SpecId is 5.
  const insts = [
    [17, 1], [17, 11], [14, 0, 1], [15, 5, 4, 0x6e69616d, 0], [16, 4, 17, 1, 1, 1], [71, 6, 1, 5],
    [19, 1], [33, 2, 1], [21, 3, 64, 0], [50, 3, 6, 7, 0], [54, 1, 4, 0, 2], [248, 5], [253], [56],
  ];
  const words = [0x07230203, 0x10000, 0, 7, 0, ...insts.flatMap(([code, ...rest]) => [(rest.length + 1) << 16 | code, ...rest])];
  const wide = Uint32Array.from(words);
  assert.equal((await sos.inspect(wide)).constants[0].default, 7);
  const value = 0xfedcba9876543211n;
  for (const given of [value, `${value}`, "0xfedcba9876543211"]) {
    const { report } = await sos.filter(wide, "lavapipe", { set: { 5: given } });
    assert.equal(report.constants[0].value, value);
  }
  const { report } = await sos.filter(wide, "lavapipe");
  assert.equal(report.constants[0].value, 7);
});

test("options are read as JavaScript writes them", async () => {
  const inspection = await sos.inspect(waveMin);
  const [one] = inspection.constants;
  for (const set of [{ [one.spec_id]: 1 }, new Map([[one.spec_id, 1]]), { [one.spec_id]: true }, { [one.spec_id]: "1" }]) {
    const result = await sos.filter(waveMin, "vulkan-1.0", { set }).catch((error) => error);
    assert.ok(result.report?.constants[0].source === "caller" || result instanceof sos.OptionError, `${result}`);
  }
  for (const [options, option] of [
    [{ alow: "undef" }, "options"], [{ allow: "everything" }, "allow"], [{ assume: ["x"] }, "assume"], [{ strip: "all of it" }, "strip"],
    [{ subgroupSize: 3 }, "subgroupSize"], [{ subgroupSize: 1.5 }, "subgroupSize"], [{ maxBound: 0 }, "maxBound"],
    [{ imageFormat: { "0:0": "rgba8" } }, "imageFormat"], [{ imageFormat: { x: "Rgba8" } }, "imageFormat"], [{ source: { 0: "none" } }, "source"],
    [{ keepSpec: true, freeze: true }, "keepSpec"], [{ without: "vulkan-9.9" }, "without"], [{ set: { "-1": 2 } }, "set"],
    [{ entryPoint: "nobody" }, "entryPoint"], [{ freeze: 1 }, "freeze"], [{ set: 3 }, "set"],
  ]) {
    await assert.rejects(sos.filter(waveMin, "lavapipe", options), (error) => {
      assert.ok(error instanceof sos.OptionError && error instanceof sos.SosError, `${error}`);
      assert.equal(error.option, option, error.message);
      return true;
    });
  }
  await assert.rejects(sos.inspect(waveMin, { freeze: true }), sos.OptionError);
});

test("what is no module or no device is an error with place and reason", async () => {
  await assert.rejects(sos.filter(new Uint8Array(8), "lavapipe"), { name: "ModuleError", kind: "NotSpirv", offset: 0 });
  await assert.rejects(sos.filter("text", "lavapipe"), TypeError);
  await assert.rejects(sos.filter(waveMin, "lavapip"), { name: "TargetError", message: /near: `lavapipe`/ });
  await assert.rejects(sos.filter(waveMin, 7), TypeError);
  await assert.rejects(sos.readDevice("{"), sos.TargetError);
  // Any words at all: an answer or an error, and the next call works.
  let state = 1;
  for (let round = 0; round < 400; round += 1) {
    const hostile = Uint8Array.from(waveMin);
    for (let change = 0; change < 4; change += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      hostile[20 + (state >>> 8) % (hostile.length - 20)] = state;
    }
    await sos.filter(hostile, "vulkan-1.0").catch((error) => assert.ok(error instanceof sos.ModuleError, `${error}`));
  }
});

test("a described device is one like any other", async () => {
  const json = execFileSync(program, ["device", "show", "swiftshader", "--json"], { encoding: "utf8" });
  const device = await sos.readDevice(json);
  assert.match(device.name, /SwiftShader/);
  const [own, builtIn] = [await sos.filter(waveMin, device), await sos.filter(waveMin, "swiftshader")];
  assert.deepEqual(own.words, builtIn.words);
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, "utf16le")]);
  assert.deepEqual(await sos.readDevice(wide), device);
  assert.deepEqual(await sos.matrix(waveMin, [{ json }, "swiftshader"]).then(([one, other]) => one), { outcome: "rewritten", words: own.words.length });
  assert.ok((await sos.parts()).includes("VK_KHR_shader_float16_int8"));
});

test("what does nothing is said, and what is of another type is refused", async () => {
  const { warnings } = await sos.filter(waveMin, "lavapipe", { set: { nosuch: 1, 999: 2 }, source: { 998: "SOS_SUBGROUP_SIZE" } });
  assert.deepEqual(warnings.map((one) => one.match(/constant (\w+): (\w+)/).slice(1)), [["999", "set"], ["nosuch", "set"], ["998", "source"]]);
  assert.deepEqual((await sos.filter(waveMin, "lavapipe")).warnings, []);
  const gone = new Uint8Array(16);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  for (const wrong of [
    () => sos.filter(waveMin, '{ "profiles": {} }'), () => sos.filter(waveMin, "lavapipe", "strip"), () => sos.matrix(waveMin, "lavapipe"),
    () => sos.filter(waveMin, { json: 7 }), () => sos.readDevice({}), () => sos.filter(waveMin, "lavapipe", { set: { 0: () => 1 } }), () => sos.matrix(waveMin),
  ]) {
    await assert.rejects(wrong(), TypeError, `${wrong}`);
  }
  await sos.filter(gone, "lavapipe").then(assert.fail, (error) => assert.ok(error instanceof TypeError || error instanceof sos.ModuleError, `${error}`));
  // Long names are compared with nothing.
  const start = performance.now();
  await assert.rejects(sos.filter(waveMin, "a".repeat(1_000_000)), (error) => error instanceof sos.TargetError && error.message.length < 1000);
  assert.ok(performance.now() - start < 1000);
});

test("whole numbers and zeroes are what they are, in any type", async () => {
  // Constants of 64 bits, of 32 bits with a sign, and a float, with the SpecIds 1 to 3.
  const module = Uint32Array.from([0x07230203, 0x10000, 0, 11, 0, ...[
    [17, 1], [17, 11], [14, 0, 1], [15, 5, 9, 0x6e69616d, 0], [16, 9, 17, 1, 1, 1], [71, 6, 1, 1], [71, 7, 1, 2], [71, 8, 1, 3],
    [19, 1], [33, 2, 1], [21, 3, 64, 0], [21, 4, 32, 1], [22, 5, 32], [50, 3, 6, 0, 0], [50, 4, 7, 0], [50, 5, 8, 0],
    [54, 1, 9, 0, 2], [248, 10], [253], [56],
  ].flatMap(([code, ...rest]) => [(rest.length + 1) << 16 | code, ...rest])]);
  const bits = async (set) => (await sos.filter(module, "lavapipe", { set })).report.constants.map(({ value }) => value);
  assert.deepEqual(await bits({ 1: 2 ** 63, 2: -0, 3: -0 }), [2n ** 63n, 0, 0x80000000]);
  assert.deepEqual(await bits({ 1: 1e19, 2: -3, 3: "-0" }), [10n ** 19n, 0xfffffffd, 0x80000000]);
  assert.deepEqual(await bits({ 1: 2n ** 64n - 1n, 2: 7, 3: Infinity }), [2n ** 64n - 1n, 7, 0x7f800000]);
  await assert.rejects(bits({ 2: 0.5 }), { option: "set", message: /^set: 2: / });
});

test("many descriptions of devices take no more memory than some", async () => {
  const json = execFileSync(program, ["device", "show", "swiftshader", "--json"], { encoding: "utf8" });
  const filter = new sos.Filter(new WebAssembly.Module(readFileSync(join(installed, "sos.wasm"))));
  const direct = filter.filter(waveMin, { json }).words;
  const before = process.memoryUsage().rss;
  for (let round = 0; round < 300; round += 1) filter.filter(waveMin, { json: `${json}${" ".repeat(100_000 + round)}` });
  assert.deepEqual(filter.filter(waveMin, { json }).words, direct);
  assert.ok(process.memoryUsage().rss - before < 100 << 20);
});

test("a comparison leads from one text to the other", async () => {
  const { before: text, steps } = await sos.compare(waveMin, "swiftshader");
  assert.match(text, /^; SPIR-V 1\.\d, bound \d+\n/);
  assert.ok(steps.some((step) => step < 0) && steps.some((step) => typeof step === "string"));
  const kept = steps.filter((step) => typeof step === "number").reduce((sum, step) => sum + Math.abs(step), 0);
  assert.equal(kept, text.trimEnd().split("\n").length);
});

test("a worker answers the same, and errors keep their class", async () => {
  const { startWorker } = await import(pathToFileURL(join(installed, "worker.js")));
  const worker = await startWorker();
  const direct = await sos.filter(waveMin, "lavapipe");
  assert.deepEqual(await worker.filter(waveMin, "lavapipe"), direct);
  assert.deepEqual(await worker.devices(), await sos.devices());
  await assert.rejects(worker.filter(waveMin, "nothing"), (error) => error instanceof sos.TargetError);
  await assert.rejects(worker.filter("text", "lavapipe"), TypeError);
  const names = new Map([["lavapipe", 1], ["swiftshader", 2]]).keys();
  assert.equal((await worker.matrix(waveMin, names)).length, 2);
  await assert.rejects(worker.filter(waveMin, "lavapipe", { strip: () => "all" }), TypeError);
  const waiting = worker.filter(waveMin, "lavapipe");
  const ended = worker.end();
  await waiting.catch((error) => assert.match(error.message, /ended/));
  await ended;
  await assert.rejects(worker.devices(), sos.SosError);
  await worker.end();
});

test("in a browser, directly and in a worker", { timeout: 120_000 }, async () => {
  const browser = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  assert.ok(browser, "Chromium is missing");
  const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
  const page = `<!DOCTYPE html><script type="module">
    import * as sos from "/index.js";
    import { startWorker } from "/worker.js";
    const answer = {};
    try {
      const bytes = new Uint8Array(await (await fetch("/module.spv")).arrayBuffer());
      const result = await sos.filter(bytes, "swiftshader");
      answer.words = [...result.words];
      const worker = await startWorker();
      answer.again = [...(await worker.filter(bytes, "swiftshader")).words];
      answer.wrong = await worker.filter(bytes, "nothing").catch((error) => error instanceof sos.TargetError);
      const all = (await sos.devices()).map(({ device }) => device);
      answer.matrix = (await worker.matrix(bytes, all)).length === all.length;
    } catch (error) {
      answer.error = String(error.stack ?? error);
    }
    await fetch("/answer", { method: "POST", body: JSON.stringify(answer) });
  </script>`;
  let child;
  const answer = await new Promise((accept, reject) => {
    const server = createServer((request, response) => {
      if (request.url === "/answer") {
        let text = "";
        request.on("data", (part) => { text += part; });
        request.on("end", () => {
          response.end();
          server.close();
          accept(JSON.parse(text));
        });
        return;
      }
      const file = request.url === "/module.spv" ? null : join(installed, request.url);
      if (request.url === "/") {
        response.writeHead(200, { "content-type": "text/html" }).end(page);
      } else if (file === null) {
        response.writeHead(200).end(waveMin);
      } else if (existsSync(file) && statSync(file).isFile()) {
        response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
      } else {
        response.writeHead(404).end();
      }
    });
    server.listen(0, "127.0.0.1", () => {
      const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${join(room, "profile")}`];
      child = spawn(browser, [...options, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
      child.on("error", reject);
    });
  });
  const gone = new Promise((done) => { child.on("exit", done); });
  child.kill();
  await gone;
  assert.equal(answer.error, undefined);
  const expected = [...(await sos.filter(waveMin, "swiftshader")).words];
  assert.deepEqual(answer, { words: expected, again: expected, wrong: true, matrix: true });
});
