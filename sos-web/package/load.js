// Finds and compiles sos.wasm, which lies beside this file.

/** @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  const place = new URL("./sos.wasm", import.meta.url);
  // Node reads no files by `fetch`.
  const isNode = typeof process !== "undefined" && process.versions?.node !== undefined && typeof Deno === "undefined";
  if (isNode && place.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(place));
  }
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} cannot be fetched: ${response.status}`);
  // Whatever type the server says.
  return WebAssembly.compile(await response.arrayBuffer());
}
