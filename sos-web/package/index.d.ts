/** What became of a module: the device takes it as it is, it was rewritten, or the device cannot run it. */
export type Outcome = "unchanged" | "rewritten" | "unsupported";

/** A module in SPIR-V, in either byte order. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** A number, or a bigint where that is larger than `Number.MAX_SAFE_INTEGER`. */
export type Bits = number | bigint;

/** The value of a constant. A string is read as the program reads it: `"0x3f800000"` are the bits, `"inf"`, and `"18446744073709551615"`. */
export type Value = number | bigint | boolean | string;

/** A built-in device: a row of `sos device list --json` (docs/json.md). */
export interface ListedDevice {
  /** What functions take as the device. */
  device: string;
  /** Other names for it. */
  aliases: string[];
  /** The device's own name. */
  name: string;
  kind: "device" | "requirements" | "other";
  /** Of Vulkan, such as "1.3.230". */
  api_version: string;
  /** The highest version that it takes, such as "1.6". */
  spirv_version: string;
  /** Of a captured device: who designed the chip, null in software; its generation, and when that came out. */
  vendor?: string | null;
  family?: string;
  year?: number;
  /** Of a captured device: the driver's system, and "desktop", "mobile" or "software". */
  system?: string;
  form?: string;
  /** Of a captured device: the driver's version, and when that came out. */
  driver?: string;
  driver_year?: number;
}

/** A device that a text describes: a Vulkan Profiles file, a report of vulkan.gpuinfo.org, or `vulkaninfo --json`. */
export interface DescribedDevice {
  /** The text. */
  json: string;
  /** Which profile, where the text holds several. */
  profile?: string;
}

/** What `readDevice` has read of such a text. */
export interface ReadDevice extends DescribedDevice {
  name: string;
  kind: "device" | "requirements" | "other";
  api_version: string;
  spirv_version: string;
}

/** The name of a built-in device, one of its aliases, or a product such as "Galaxy S23"; or what a text describes. */
export type Device = string | DescribedDevice;

/** The options of `inspect`. */
export interface ReadOptions {
  /** The entry points to keep, `NAME` or `MODEL:NAME`. All without any. */
  entryPoint?: string | readonly string[];
  /** The largest id bound that is accepted. */
  maxBound?: number;
  /** The largest number of 32-bit words that is accepted. */
  maxWords?: number;
}

/** The options of `sos filter`, which explains them all: `sos filter --help`. */
export interface Options extends ReadOptions {
  /** Parts that the device is taken not to have, by Vulkan's names: `parts` lists them. */
  without?: string | readonly string[];
  /** Values of specialization constants, by `SpecId` or by name. */
  set?: Record<number | string, Value> | Map<number | string, Value>;
  /** Device facts that constants get, by `SpecId`. */
  source?: Record<number, string> | Map<number, string>;
  /** The first `SpecId` of the range that is reserved for device facts; null for none. */
  specBase?: number | null;
  /** Whether constants do not get device facts by their names. */
  noSpecNames?: boolean;
  /** Losses that are permitted. */
  allow?: string | readonly string[];
  /** Promises that the caller makes. */
  assume?: string | readonly string[];
  /** Formats of storage images that are declared without one, by "SET:BINDING". */
  imageFormat?: Record<string, string> | Map<string, string>;
  /** Whether constants stay specialization constants. */
  keepSpec?: boolean;
  /** Whether every constant is baked in, given or default. */
  freeze?: boolean;
  /** What is removed beside what nothing needs. */
  strip?: "debug" | "names" | "all";
  /** The number of invocations in the subgroups that a shader sees: a power of two from 1 to 128. */
  subgroupSize?: number;
}

/** A limit of a device, by Vulkan's name. */
export interface Limit {
  name: string;
  /** The module's number, the closest that would fit, and the difference. */
  value: number;
  allowed: number;
  excess: number;
}

/** A place in a module. */
export interface Place {
  opcode: string;
  /** In 32-bit words from the start. */
  offset: number;
  function: { id: number; name: string | null } | null;
  source: { file: string; line: number } | null;
  [more: string]: unknown;
}

/** The report on a run. Offsets and sizes count 32-bit words. */
export interface Report {
  schema: number;
  tool: { name: string; version: string };
  /** The device's own name. */
  target: string;
  outcome: Outcome;
  words: { before: number; after: number };
  version: { before: string; after: string };
  capabilities: { before: string[]; after: string[] };
  extensions: { before: string[]; after: string[] };
  rules: { rule: string; family: string; count: number; exactness: string }[];
  /** What the device lacks. `blocking` are the causes; the others follow from them. */
  unsupported: (Place & {
    need: string; kind: string; blocking: boolean; capabilities: string[]; provided_by: string[]; tried: string[]; reason: string | null;
    limit: Limit | null; first_use: Place | null; entry_points: string[];
  })[];
  /** What would help; each was tried. */
  helps: { text: string; options: string[] }[];
  /** `value` are the bits, zero-extended: -3 of an int32 is 4294967293, and 0.5 of a float32 1056964608. */
  constants: { spec_id: number; name: string | null; source: string; type: string; value: Bits; size: number; specializable: boolean; fixed: boolean }[];
  entry_points: EntryPoint[];
  required_subgroup_size: number | null;
  made_subgroup_size: number | null;
  assumptions: string[];
  promises: (Place & { promise: string; premise: string; rule: string; entry_points: string[] })[];
  exceeded: (Place & { need: string; limit: Limit; entry_points: string[] })[];
  [more: string]: unknown;
}

/** What an entry point needs of a device. */
export interface EntryPoint {
  name: string;
  execution_model: string;
  capabilities: string[];
  features: string[];
  vulkan_extensions: string[];
  properties: string[];
  api_version: string;
}

/** What a module needs of any device. */
export interface Inspection {
  schema: number;
  /** The module's size. */
  words: number;
  version: string;
  entry_points: EntryPoint[];
  constants: { spec_id: number; name: string | null; type: string; default: Bits }[];
}

interface Told {
  /** What was done and why. */
  report: Report;
  /** The report in a few lines for people. */
  text: string;
  /** Options that do nothing: values of constants that the module does not have. */
  warnings: string[];
}

/** The device can run the module. */
export interface Runs extends Told {
  outcome: "unchanged" | "rewritten";
  /** The module that it can run. Its bytes: `new Uint8Array(words.buffer)`. */
  words: Uint32Array;
}

/** The device cannot run the module. */
export interface Refused extends Told {
  outcome: "unsupported";
  words: null;
}

/** What became of a module. */
export type Result = Runs | Refused;

/** What became of a module on one of many devices: 0 words if the device cannot run it. */
export interface Cell {
  outcome: Outcome;
  words: number;
}

/** The texts of a module and of what a device gets. */
export interface Comparison {
  /** The module, one instruction a line. */
  before: string;
  /** The way to the text of the output: lines to keep, lines to delete (negative), or lines to insert. */
  steps: (number | string)[];
}

/** The built-in devices that are nearest to what was asked for, best first: `sos device find --json`. */
export interface Found {
  vendor: string | null;
  family: string | null;
  year: number | null;
  system: string | null;
  soc?: string;
  chip?: string;
  devices: (ListedDevice & { why: string })[];
  also?: Found[];
}

/** The functions of the package. */
export interface Calls {
  /**
   * Filters a module: makes the one that a device can run. That the device cannot run it is no error, but an outcome.
   *
   * Rejects with `ModuleError` if the bytes are no module, `TargetError` for an unknown device, `OptionError` for an option's value, and
   * `TypeError` for arguments that are something else.
   */
  filter(module: Bytes, device: Device, options?: Options): Promise<Result>;
  /** What a module needs of any device. */
  inspect(module: Bytes, options?: ReadOptions): Promise<Inspection>;
  /** What becomes of a module on each of many devices, in their order. Rejects if one of them is unknown. */
  matrix(module: Bytes, devices: Iterable<Device>, options?: Options): Promise<Cell[]>;
  /** The difference that filtering makes, as text. */
  compare(module: Bytes, device: Device, options?: Options): Promise<Comparison>;
  /** The built-in devices. */
  devices(): Promise<ListedDevice[]>;
  /** Groups of them, such as "mobile". */
  deviceGroups(): Promise<{ group: string; meaning: string; devices: string[] }[]>;
  /** The built-in devices that are nearest to a phone, a chip or its ids, such as "Galaxy S21", "GeForce RTX 3060" or "10de:2504"; `devices` is empty if none is near. */
  findDevice(text: string): Promise<Found>;
  /** Reads the description of a device, which functions take as the device. Rejects with `TargetError`, which has the place in the text. */
  readDevice(json: string | Bytes, profile?: string): Promise<ReadDevice>;
  /** The names of the profiles in such a text. */
  profiles(json: string | Bytes): Promise<string[]>;
  /** What the option `without` takes. */
  parts(): Promise<string[]>;
}

export const filter: Calls["filter"];
export const inspect: Calls["inspect"];
export const matrix: Calls["matrix"];
export const compare: Calls["compare"];
export const devices: Calls["devices"];
export const deviceGroups: Calls["deviceGroups"];
export const findDevice: Calls["findDevice"];
export const readDevice: Calls["readDevice"];
export const profiles: Calls["profiles"];
export const parts: Calls["parts"];

/** The filter that the functions share, whose own answer at once. */
export function load(): Promise<Filter>;

type Direct<F> = F extends (...given: infer G) => Promise<infer R> ? (...given: G) => R : never;

/** The same functions, which answer at once. */
export class Filter implements DirectCalls {
  /** Of a `WebAssembly.Module`, the compiled sos.wasm, which the package exports as "ship-one-shader/sos.wasm". */
  constructor(module: object);
  readonly version: string;
  filter: Direct<Calls["filter"]>;
  inspect: Direct<Calls["inspect"]>;
  matrix: Direct<Calls["matrix"]>;
  compare: Direct<Calls["compare"]>;
  devices: Direct<Calls["devices"]>;
  deviceGroups: Direct<Calls["deviceGroups"]>;
  findDevice: Direct<Calls["findDevice"]>;
  readDevice: Direct<Calls["readDevice"]>;
  profiles: Direct<Calls["profiles"]>;
  parts: Direct<Calls["parts"]>;
}

type DirectCalls = { [Name in keyof Calls]: Direct<Calls[Name]> };

/** What all errors of this package are, but `TypeError` for arguments of another type. */
export class SosError extends Error {}

/** The bytes are no SPIR-V module that can be read, or exceed a limit. */
export class ModuleError extends SosError {
  /** The reason, such as "BadWordCount". */
  readonly kind: string;
  /** The place, in 32-bit words from the start of the module. */
  readonly offset: number;
  /** The name of the instruction there, or null. */
  readonly opcode: string | null;
}

/** No device has this name, or a text does not describe one. */
export class TargetError extends SosError {}

/** The value of an option is not one that it takes, or does not fit the module. */
export class OptionError extends SosError {
  /** The option's name. */
  readonly option: string;
}

/** The filter failed: a defect of it, or too little memory. The next call finds a new instance. */
export class DefectError extends SosError {}
