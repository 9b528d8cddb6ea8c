// What runs in a worker of worker.js.

import { load } from "./index.js";

async function answer({ id, name, given }, post) {
  try {
    const filter = await load();
    post({ id, value: filter[name](...given) });
  } catch (error) {
    post({ id, error: { ...error, name: error.name, message: error.message } });
  }
}

if (typeof self !== "undefined" && typeof self.postMessage === "function") {
  self.onmessage = ({ data }) => answer(data, (message) => self.postMessage(message));
} else {
  const { parentPort } = await import("node:worker_threads");
  parentPort.on("message", (data) => answer(data, (message) => parentPort.postMessage(message)));
}
