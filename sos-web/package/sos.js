// The filter: an instance of sos.wasm, and what it answers as objects. Works wherever WebAssembly does; index.js finds the file.

/** What all errors of this package are, but `TypeError` for arguments of another type. */
export class SosError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** The bytes are no SPIR-V module that can be read, or exceed a limit. */
export class ModuleError extends SosError {}

/** No device has this name, or a text does not describe one. */
export class TargetError extends SosError {}

/** The value of an option is not one that it takes, or does not fit the module. */
export class OptionError extends SosError {}

/** The filter failed: a defect of it, or too little memory. The next call finds a new instance. */
export class DefectError extends SosError {}

const ERRORS = { ModuleError, TargetError, OptionError, DefectError, TypeError };

/** The error that an answer states. */
export function errorOf({ name, message, ...fields }) {
  return Object.assign(new (ERRORS[name] ?? SosError)(message), fields);
}

/** What an object is, in whichever realm it was made. */
const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** JSON of what JSON has no numbers for: the filter reads texts as the program does. */
function written(value) {
  return JSON.stringify(value, (name, item) => {
    if (typeof item === "bigint") return `${item}`;
    if (typeof item === "function" || typeof item === "symbol") throw new TypeError(`${name} is a ${typeof item}`);
    if (typeof item === "object" && kindOf(item) === "Map") return Object.fromEntries(item);
    if (typeof item !== "number") return item;
    if (Object.is(item, -0)) return "-0";
    return Number.isFinite(item) ? item : `${item}`.replace("Infinity", "inf");
  });
}

/** A module, or what else is wanted, as bytes that others cannot take away meanwhile. */
function bytesOf(given, what = "a module") {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  if (/^(Shared)?ArrayBuffer$/.test(kindOf(given))) return new Uint8Array(given);
  throw new TypeError(`${what} is an ArrayBuffer or a view of one, such as Uint8Array`);
}

/** A text as bytes, or bytes. */
function textBytes(given) {
  return typeof given === "string" ? new TextEncoder().encode(given) : bytesOf(given, "a description of a device, which is a text, or its bytes,");
}

/** Options that are some. */
function optionsOf(options) {
  if (options !== null && options !== undefined && typeof options !== "object") throw new TypeError("options are an object");
  return options ?? {};
}

/** Puts exact values in the place of numbers that may have lost bits. */
function exact(list, values, field) {
  values.forEach((text, at) => {
    if (!Number.isSafeInteger(list[at][field])) list[at][field] = BigInt(text);
  });
}

const NOTHING = new Uint8Array();

/** How many descriptions of devices are kept, and how much memory: WebAssembly's never shrinks, so a new instance takes its place. */
const MOST_DEVICES = 32;
const MOST_MEMORY = 128 << 20;

/** The devices of a matrix. */
export function listOf(devices) {
  if (typeof devices === "string" || typeof devices?.[Symbol.iterator] !== "function") {
    throw new TypeError("devices are an array, or what else can be iterated over");
  }
  return Array.from(devices);
}

/** A filter that answers at once. One is enough: each keeps some megabytes of memory. */
export class Filter {
  #module;
  #exports;
  /** By text and profile: the number of a device that was added. */
  #added;

  /** @param {WebAssembly.Module} module the compiled sos.wasm */
  constructor(module) {
    this.#module = module;
    this.#start();
  }

  /** Begins anew where too much is kept. What is described is read again. */
  #tidy() {
    if (this.#added.size > MOST_DEVICES || this.#exports.memory.buffer.byteLength > MOST_MEMORY) this.#start();
  }

  #start() {
    this.#exports = new WebAssembly.Instance(this.#module).exports;
    this.#added = new Map();
  }

  /** Puts bytes into the memory of the instance, and returns where. */
  #put(bytes) {
    const place = this.#exports.sos_alloc(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    return place;
  }

  /** Answers a request: its fields, and the output. */
  #call(request, bytes = NOTHING) {
    const text = new TextEncoder().encode(written(request));
    let answer;
    let output;
    try {
      const [from, given] = [this.#put(text), this.#put(bytes)];
      const place = this.#exports.sos_call(from, text.length, given, bytes.length);
      const { buffer } = this.#exports.memory;
      const parts = new Uint32Array(buffer, place, 4);
      answer = new TextDecoder().decode(new Uint8Array(buffer, parts[0], parts[1]));
      output = new Uint8Array(buffer, parts[2], parts[3]).slice();
      this.#exports.sos_free(place);
    } catch (error) {
      this.#start();
      // A buffer that was detached, or has shrunk.
      if (error instanceof TypeError) throw error;
      throw new DefectError(`the filter failed, perhaps for lack of memory: ${error.message}`);
    }
    const fields = JSON.parse(answer);
    if (fields.error) throw errorOf(fields.error);
    return { fields, output };
  }

  /** What a request calls a device: its name, or the number of what its text describes. */
  #device(device) {
    if (typeof device === "string" && device.trimStart().startsWith("{")) {
      throw new TypeError("a device is a name, or { json } with the text that describes it");
    }
    if (typeof device === "string") return device;
    if (typeof device?.json !== "string") throw new TypeError("a device is a name, or an object with the text `json`");
    const key = `${device.profile ?? ""}\n${device.json}`;
    if (!this.#added.has(key)) this.readDevice(device.json, device.profile);
    return this.#added.get(key);
  }

  get version() {
    return this.#call({ call: "version" }).fields.version;
  }

  filter(module, device, options) {
    this.#tidy();
    const request = { call: "filter", device: this.#device(device), options: optionsOf(options) };
    const { fields, output } = this.#call(request, bytesOf(module));
    const { outcome, report, text, warnings, values } = fields;
    exact(report.constants, values, "value");
    const words = outcome === "unsupported" ? null : new Uint32Array(output.buffer);
    return { outcome, words, report, text, warnings };
  }

  inspect(module, options) {
    this.#tidy();
    const { fields } = this.#call({ call: "inspect", options: optionsOf(options) }, bytesOf(module));
    exact(fields.inspection.constants, fields.values, "default");
    return fields.inspection;
  }

  matrix(module, devices, options) {
    this.#tidy();
    const all = listOf(devices).map((device) => this.#device(device));
    return this.#call({ call: "matrix", devices: all, options: optionsOf(options) }, bytesOf(module)).fields.outcomes;
  }

  compare(module, device, options) {
    this.#tidy();
    const request = { call: "compare", device: this.#device(device), options: optionsOf(options) };
    const { fields } = this.#call(request, bytesOf(module));
    return fields;
  }

  devices() {
    return this.#call({ call: "devices" }).fields.devices;
  }

  deviceGroups() {
    return this.#call({ call: "devices" }).fields.groups;
  }

  findDevice(text) {
    return this.#call({ call: "find", text }).fields.found;
  }

  readDevice(json, profile) {
    const bytes = textBytes(json);
    const { fields } = this.#call({ call: "add", profile }, bytes);
    const text = typeof json === "string" ? json : decoded(bytes);
    this.#added.set(`${profile ?? ""}\n${text}`, fields.device);
    const { device: _, aliases: __, ...listed } = fields.listed;
    return { ...listed, json: text, ...(profile === undefined ? {} : { profile }) };
  }

  profiles(json) {
    return this.#call({ call: "profiles" }, textBytes(json)).fields.profiles;
  }

  parts() {
    return this.#call({ call: "parts" }).fields.parts;
  }
}

/** The text of a file, in UTF-8 or in UTF-16 with its mark. */
function decoded(bytes) {
  const marks = { "255,254": "utf-16le", "254,255": "utf-16be" };
  return new TextDecoder(marks[`${[...bytes.subarray(0, 2)]}`] ?? "utf-8").decode(bytes);
}
