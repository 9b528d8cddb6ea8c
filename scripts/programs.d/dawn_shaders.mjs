// Dawn, the WebGPU of Chromium: WGSL with halves and subgroups, compiled by Tint to SPIR-V, compared with the same computed in
// JavaScript: exactly, quotients and roots within 1/200. Dawn refuses a device that lacks a feature.
//
//   dawn_shaders.mjs OUTPUT FOLDER      FOLDER has node_modules/webgpu
import { resolve } from "node:path";
import { Results, fromHalf, randomNumbers, toHalf } from "./results.mjs";

const [output, folder] = process.argv.slice(2);
const { create, globals } = await import(resolve(folder, "node_modules/webgpu/index.js"));
Object.assign(globalThis, globals);
const results = new Results(output);
const count = 4096;
const devices = new Map();
const gpu = create(["backend=vulkan"]);

async function openDevice(features) {
    const adapter = await gpu.requestAdapter();
    if (!adapter) throw new Error("Dawn finds no adapter");
    const missing = features.filter((feature) => !adapter.features.has(feature));
    if (missing.length) throw new Error(`${adapter.info.description || adapter.info.device} lacks ${missing.join(", ")}`);
    return adapter.requestDevice({ requiredFeatures: features });
}

/** What a shader writes to its last binding, an array like `result`; the inputs are the bindings before it. */
async function run(features, code, result, ...inputs) {
    const key = features.join();
    if (!devices.has(key)) devices.set(key, openDevice(features));
    const device = await devices.get(key);
    const buffer = (size, usage) => device.createBuffer({ size, usage });
    device.pushErrorScope("validation");
    const compute = { module: device.createShaderModule({ code }), entryPoint: "main" };
    const pipeline = device.createComputePipeline({ layout: "auto", compute });
    const size = Math.ceil(result.byteLength / 4) * 4;
    const buffers = inputs.map((data) => {
        const to = buffer(data.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
        device.queue.writeBuffer(to, 0, data);
        return to;
    });
    buffers.push(buffer(size, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC));
    const readable = buffer(size, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(count / 64);
    pass.end();
    encoder.copyBufferToBuffer(buffers.at(-1), 0, readable, 0, size);
    device.queue.submit([encoder.finish()]);
    const error = await device.popErrorScope();
    if (error) throw new Error(error.message);
    await readable.mapAsync(GPUMapMode.READ);
    return new result.constructor(readable.getMappedRange().slice(0, result.byteLength));
}

const random = randomNumbers(9);
const halves = (make) => Uint16Array.from({ length: count }, () => toHalf(make()));
// None so small that a result is denormal: a device may make it zero.
const anyHalf = () => (random() < 0.5 ? -1 : 1) * 2 ** (random() * 9 - 3);
const [a, b] = [halves(anyHalf), halves(anyHalf)];
const [left, right] = [a, b].map((array) => Array.from(array, fromHalf));
const ofAll = (compute) => Uint16Array.from(left, (x, at) => toHalf(compute(x, right[at], at)));
const start = `@compute @workgroup_size(64)
    fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) at: u32,
`;

for (const [name, expression, expected, each] of [
    ["add", "a + b", ofAll((x, y) => x + y)],
    ["subtract", "a - b", ofAll((x, y) => x - y)],
    ["multiply", "a * b", ofAll((x, y) => x * y)],
    ["divide", "a / (abs(b) + 1h)", ofAll((x, y) => x / fromHalf(toHalf(Math.abs(y) + 1))), 5e-3],
    ["root", "sqrt(abs(a))", ofAll((x) => Math.sqrt(Math.abs(x))), 5e-3],
    ["clamp", "clamp(a, -b * b, b * b)", ofAll((x, y) => clamp(x, fromHalf(toHalf(y * y))))],
    ["select", "select(a, b + 1h, a < b)", ofAll((x, y) => (x < y ? y + 1 : x))],
    ["through_f32", "f16(f32(a) * 2)", ofAll((x) => x * 2)],
    ["through_i32", "f16(i32(a))", ofAll((x) => Math.trunc(x))],
    ["bits", "bitcast<vec2<f16>>(bitcast<u32>(vec2(a, b)) ^ 0x80008000u).y", ofAll((x, y) => -y)],
]) {
    const code = `enable f16;
        @group(0) @binding(0) var<storage, read> first: array<f16>;
        @group(0) @binding(1) var<storage, read> second: array<f16>;
        @group(0) @binding(2) var<storage, read_write> result: array<f16>;
        ${start}) {
            let a = first[id.x];
            let b = second[id.x];
            result[id.x] = ${expression};
        }`;
    await results.check(`f16.${name}`, "float16", () => run(["shader-f16"], code, expected, a, b), expected, each);
}

function clamp(x, bound) {
    return Math.min(Math.max(x, -bound), bound);
}

const products = Uint16Array.from(left, (_, at) => {
    const row = at - (at % 4);
    const column = at % 4;
    return toHalf(Math.abs(left[row] * right[column]) + Math.abs(left[row + 1] * right[column + 4]));
});
await results.check(
    "vec4_f16.products",
    "float16",
    () =>
        run(
            ["shader-f16"],
            `enable f16;
            @group(0) @binding(0) var<storage, read> first: array<vec4<f16>>;
            @group(0) @binding(1) var<storage, read> second: array<vec4<f16>>;
            @group(0) @binding(2) var<storage, read_write> result: array<vec4<f16>>;
            @compute @workgroup_size(16) fn main(@builtin(global_invocation_id) id: vec3u) {
                let p = first[id.x].x * second[0];
                let q = first[id.x].y * second[1];
                result[id.x] = abs(p) + abs(q);
            }`,
            products,
            a,
            b,
        ),
    products,
    5e-3,
);

// Small whole numbers: every order of additions has the same sum.
const whole = halves(() => Math.floor(random() * 16) - 8);
const sums = new Uint16Array(count / 64).map((_, group) =>
    toHalf(whole.slice(group * 64, group * 64 + 64).reduce((sum, bits) => sum + fromHalf(bits), 0)),
);
await results.check(
    "f16.workgroup",
    "float16",
    () =>
        run(
            ["shader-f16"],
            `enable f16;
            @group(0) @binding(0) var<storage, read> values: array<f16>;
            @group(0) @binding(1) var<storage, read_write> sums: array<f16>;
            var<workgroup> tile: array<f16, 64>;
            ${start}) {
                tile[at] = values[id.x];
                for (var step = 32u; step > 0; step /= 2) {
                    workgroupBarrier();
                    if (at < step) { tile[at] += tile[at + step]; }
                }
                if (at == 0) { sums[id.x / 64] = tile[0]; }
            }`,
            sums,
            whole,
        ),
    sums,
);

// How wide subgroups are is the driver's business: each invocation compares what it gets with what a loop gets, one bit per
// operation.
for (const [type, values, features] of [
    ["f16", whole, ["shader-f16", "subgroups"]],
    ["u32", Uint32Array.from(whole, (bits) => fromHalf(bits) + 8), ["subgroups"]],
]) {
    const all = new Uint32Array(count).fill(127);
    const code = `enable subgroups; ${type === "f16" ? "enable f16;" : ""}
        @group(0) @binding(0) var<storage, read> values: array<${type}>;
        @group(0) @binding(1) var<storage, read_write> same: array<u32>;
        ${start}@builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32) {
            let mine = values[id.x];
            let first = id.x - lane;
            var sum = ${type}(0);
            var before = ${type}(0);
            var most = mine;
            for (var other = 0u; other < size; other++) {
                let value = values[first + other];
                if (other == lane) { before = sum; }
                sum += value;
                most = max(most, value);
            }
            same[id.x] = u32(subgroupAdd(mine) == sum)
                | (u32(subgroupExclusiveAdd(mine) == before) << 1)
                | (u32(subgroupInclusiveAdd(mine) == before + mine) << 2)
                | (u32(subgroupMax(mine) == most) << 3)
                | (u32(subgroupBroadcastFirst(mine) == values[first]) << 4)
                | (u32(subgroupShuffleXor(mine, 1) == values[id.x ^ 1]) << 5)
                | (u32(quadSwapX(mine) == values[id.x ^ 1]) << 6);
        }`;
    await results.check(`${type}.subgroup`, "uint32", () => run(features, code, all, values), all);
}
results.finish();
