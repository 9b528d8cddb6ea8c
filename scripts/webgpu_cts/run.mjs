// The WebGPU conformance test suite (gpuweb/cts, as JavaScript) under node, with the Dawn of npm's package `webgpu`.
//
//   run.mjs list SUITE [OPTION...] QUERY...                 print the names of cases
//   run.mjs run SUITE WEBGPU OUTPUT [OPTION...] QUERY...    run cases, write a line of JSON for each to OUTPUT
//   run.mjs compare OUTPUT OUTPUT...                        count what each run has, list cases that differ
//
// SUITE is the folder that holds common/, webgpu/, and resources/; WEBGPU is the folder node_modules/webgpu. Queries are the
// suite's, such as webgpu:shader,execution,expression,binary,f16_addition:* for a file and webgpu:shader,execution,statement,* for
// a folder. Which driver and which layers are used is the environment's business. Cases run in a child process, one after the
// other. Where one takes the process with it, or too long, it is recorded as crash or timeout and another process goes on after it.
//
//   --only REGEX, --without REGEX    cases whose names match, or do not
//   --every N                        each Nth case of each test, a sample that is the same in every run
//   --shard I/N                      the Ith of N parts, from 0
//   --case-time SECONDS              what a case may take (60)
//   --time SECONDS                   no case is started after that
//   --fresh N                        a new process after N cases (400)
//   --dawn FLAG                      a flag for Dawn besides backend=vulkan, any number of times
//
// `run` exits 1 if a case failed, crashed, or took too long, or none ran; `compare` if one ran in two runs and ended differently.
import { fork } from "node:child_process";
import { createWriteStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const options = {
    only: { type: "string" },
    without: { type: "string" },
    every: { type: "string", default: "1" },
    shard: { type: "string", default: "0/1" },
    "case-time": { type: "string", default: "60" },
    time: { type: "string", default: "Infinity" },
    fresh: { type: "string", default: "400" },
    dawn: { type: "string", multiple: true, default: [] },
};
const { values: given, positionals } = parseArgs({ options, allowPositionals: true });
const [command, ...words] = positionals;
const bad = ["fail", "crash", "timeout"];

/** Cases in the suite's order, each with its place among those that the options leave. */
async function* selectCases(suite, queries) {
    const load = (path) => import(pathToFileURL(resolve(suite, path)).href);
    const { DefaultTestFileLoader } = await load("common/internal/file_loader.js");
    const { parseQuery } = await load("common/internal/query/parseQuery.js");
    const [only, without] = [given.only, given.without].map((pattern) => pattern && new RegExp(pattern));
    const [part, parts] = given.shard.split("/").map(Number);
    const counts = new Map();
    let place = 0;
    for (const query of queries) {
        for (const testcase of await new DefaultTestFileLoader().loadCases(parseQuery(query))) {
            const name = testcase.query.toString();
            if ((only && !only.test(name)) || without?.test(name)) continue;
            const test = name.slice(0, name.lastIndexOf(":"));
            const count = counts.get(test) ?? 0;
            counts.set(test, count + 1);
            if (count % Number(given.every)) continue;
            if (place++ % parts === part) yield { name, testcase, place: place - 1 };
        }
    }
}

/** In the child: runs cases from a place on, and tells the parent of each. */
async function serve(suite, webgpu, from, queries) {
    const tell = (message) => new Promise((done) => process.send(message, done));
    process.on("disconnect", () => process.exit(1));
    const load = (path) => import(pathToFileURL(resolve(path)).href);
    const { create, globals } = await load(`${webgpu}/index.js`);
    Object.assign(globalThis, globals);
    const { setGPUProvider } = await load(`${suite}/common/util/navigator_gpu.js`);
    const { dataCache } = await load(`${suite}/common/framework/data_cache.js`);
    const { Logger } = await load(`${suite}/common/internal/logging/logger.js`);
    const { prettyPrintLog } = await load(`${suite}/common/internal/logging/log_message.js`);
    const gpu = create(["backend=vulkan", ...given.dawn]);
    setGPUProvider(() => gpu);
    if (!Reflect.get(globalThis, "navigator")) Object.assign(globalThis, { navigator: { gpu } });
    // What the suite has computed in advance: the intervals of functions on halves take minutes.
    dataCache.setStore({ load: (path) => readFile(resolve(suite, "resources/cache", path)) });
    const adapter = await gpu.requestAdapter();
    const { vendor, architecture, device, description } = adapter?.info ?? {};
    if (!adapter) throw new Error("Dawn finds no adapter");
    await tell({ adapter: { vendor, architecture, device, description, features: [...adapter.features].sort() } });

    let left = Number(given.fresh);
    for await (const { name, testcase, place } of selectCases(suite, queries)) {
        if (place < from) continue;
        if (left-- === 0) return tell({ paused: true });
        await tell({ started: name, place });
        const [recorder, result] = new Logger().record(name);
        await testcase.run(recorder, []);
        const messages = result.logs ?? [];
        const informs = (text) => messages.filter((log) => log.name === "INFO" && log.message.includes(text)).length;
        const worth = messages.filter((log) => log.name !== "INFO");
        const skipped = informs("subcase skipped");
        const said = worth.slice(0, 3).map(prettyPrintLog).join("\n").slice(0, 4000);
        await tell({
            finished: { case: name, status: result.status, ms: Math.round(result.timems) },
            more: { ...(skipped && { skipped }), ...(said && { failures: worth.length, said }) },
        });
    }
    await tell({ ended: true });
}

async function run(suite, webgpu, output, queries) {
    if (!existsSync(`${suite}/package.json`)) writeFileSync(`${suite}/package.json`, '{"type": "module"}\n');
    const lines = createWriteStream(output);
    const counts = {};
    const started = performance.now();
    let from = 0;
    const record = (result) => {
        counts[result.status] = (counts[result.status] ?? 0) + 1;
        lines.write(`${JSON.stringify(result)}\n`);
        if (bad.includes(result.status)) console.log(`${result.status}: ${result.case} [${(result.ms / 1000).toFixed(1)} s]`);
    };

    /** Whether there may be more for another child. */
    const oneChild = () =>
        new Promise((done, fail) => {
            const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
                env: { ...process.env, WEBGPU_CTS_FROM: String(from) },
                execArgv: ["--expose-gc"],
                stdio: ["ignore", "pipe", "pipe", "ipc"],
            });
            let running, timer, isOver, goesOn, errors = "";
            child.stdout.resume();
            child.stderr.on("data", (data) => (errors = (errors + data).slice(-2000)));
            child.on("message", (message) => {
                if (message.adapter && from === 0) lines.write(`${JSON.stringify({ adapter: message.adapter })}\n`);
                if (message.started) {
                    if (performance.now() - started > Number(given.time) * 1000) {
                        isOver = true;
                        child.kill("SIGKILL");
                        return;
                    }
                    running = { case: message.started, since: performance.now() };
                    from = message.place + 1;
                    timer = setTimeout(() => {
                        running.isLate = true;
                        child.kill("SIGKILL");
                    }, Number(given["case-time"]) * 1000);
                }
                if (message.finished) {
                    clearTimeout(timer);
                    running = undefined;
                    record({ ...message.finished, ...message.more });
                }
                if (message.paused || message.ended) {
                    [isOver, goesOn] = [true, message.paused];
                    // Dawn need not take down what it has: some drivers take long for that.
                    child.kill("SIGKILL");
                }
            });
            child.on("close", (code, signal) => {
                clearTimeout(timer);
                if (isOver) return done(goesOn);
                if (!running) return fail(`the child ended with ${code ?? signal} outside of a case:\n${errors}`);
                const status = running.isLate ? "timeout" : "crash";
                const ms = Math.round(performance.now() - running.since);
                record({ case: running.case, status, ms, said: `${code ?? signal}\n${errors}` });
                done(true);
            });
        });

    while (await oneChild());
    await new Promise((done) => lines.end(done));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const names = ["pass", "fail", "skip", "warn", "crash", "timeout"];
    console.log(`${names.map((name) => `${counts[name] ?? 0} ${name}`).join(", ")}  [${seconds} s]`);
    return names.some((name) => counts[name]) && !bad.some((name) => counts[name]);
}

function compare(files) {
    const runs = files.map((file) => {
        const results = readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
        return new Map(results.filter((result) => result.case).map((result) => [result.case, result.status]));
    });
    const groups = new Map();
    for (const name of new Set(runs.flatMap((results) => [...results.keys()]))) {
        const key = runs.map((results) => results.get(name) ?? "-").join(" ");
        groups.set(key, [...(groups.get(key) ?? []), name]);
    }
    let isSame = true;
    for (const [key, names] of [...groups].sort((left, right) => right[1].length - left[1].length)) {
        console.log(`${String(names.length).padStart(7)}  ${key}`);
    }
    for (const [key, names] of groups) {
        const ran = new Set(key.split(" ").filter((status) => status !== "-" && status !== "skip"));
        if (ran.size < 2) continue;
        isSame = false;
        console.log(`\n${key}`);
        for (const name of names) console.log(`  ${name}`);
    }
    return isSame;
}

if (command === "run" && words.length > 3) {
    const [suite, webgpu, output, ...queries] = words;
    if (process.send) {
        await serve(suite, webgpu, Number(process.env.WEBGPU_CTS_FROM), queries);
    } else {
        const isGood = run(suite, webgpu, output, queries).catch((error) => console.error(`run.mjs: ${error}`));
        process.exitCode = (await isGood) ? 0 : 1;
    }
} else if (command === "list" && words.length > 1) {
    for await (const { name } of selectCases(words[0], words.slice(1))) console.log(name);
} else if (command === "compare" && words.length > 1) {
    process.exitCode = compare(words) ? 0 : 1;
} else {
    console.error("run.mjs list|run|compare: the head of the file tells what each takes");
    process.exitCode = 2;
}
