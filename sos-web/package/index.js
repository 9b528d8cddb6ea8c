// Ship One Shader: filters a SPIR-V module for the device that has to run it. Types and documentation: index.d.ts.

import { compile } from "./load.js";
import { Filter } from "./sos.js";

export { DefectError, Filter, ModuleError, OptionError, SosError, TargetError } from "./sos.js";

let loaded;

/** The filter of this module, once it is compiled. */
export function load() {
  loaded ??= compile().then((module) => new Filter(module), (error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

export const filter = async (module, device, options) => (await load()).filter(module, device, options);
export const inspect = async (module, options) => (await load()).inspect(module, options);
export const matrix = async (module, devices, options) => (await load()).matrix(module, devices, options);
export const compare = async (module, device, options) => (await load()).compare(module, device, options);
export const devices = async () => (await load()).devices();
export const deviceGroups = async () => (await load()).deviceGroups();
export const findDevice = async (text) => (await load()).findDevice(text);
export const readDevice = async (json, profile) => (await load()).readDevice(json, profile);
export const profiles = async (json) => (await load()).profiles(json);
export const parts = async () => (await load()).parts();
