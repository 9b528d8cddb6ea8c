// The same functions in a worker, so that a page or a server answers meanwhile: `import { startWorker } from "ship-one-shader/worker"`.

import { errorOf, listOf, SosError } from "./sos.js";

const CALLS = [
  "filter", "inspect", "matrix", "compare", "devices", "deviceGroups", "findDevice", "readDevice", "profiles", "parts",
];

/** A worker, wherever it runs: in browsers and Deno a `Worker`, in Node one of `node:worker_threads`. */
async function open() {
  const place = new URL("./worker-thread.js", import.meta.url);
  if (typeof Worker === "function") {
    const worker = new Worker(place, { type: "module" });
    return {
      post: (message) => worker.postMessage(message),
      listen: (answered, failed) => {
        worker.onmessage = ({ data }) => answered(data);
        worker.onerror = (event) => failed(new SosError(event.message ?? "the worker cannot be started"));
      },
      end: () => worker.terminate(),
    };
  }
  const { Worker: Thread } = await import("node:worker_threads");
  const worker = new Thread(place);
  worker.unref();
  return {
    post: (message) => {
      worker.ref();
      worker.postMessage(message);
    },
    idle: () => worker.unref(),
    listen: (answered, failed) => {
      worker.on("message", answered);
      worker.on("error", (error) => failed(new SosError(`the worker failed: ${error.message}`)));
    },
    end: () => worker.terminate(),
  };
}

/** Starts a worker and returns its functions, and `end`. */
export async function startWorker() {
  const worker = await open();
  const waiting = new Map();
  let next = 0;
  /** Why nothing is answered any more. */
  let gone;
  const settle = (id, how, value) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.idle?.();
    one?.[how](value);
  };
  const failAll = (error) => {
    gone = error;
    for (const id of [...waiting.keys()]) settle(id, "reject", error);
  };
  worker.listen(({ id, value, error }) => {
    if (error) settle(id, "reject", errorOf(error));
    else settle(id, "resolve", value);
  }, failAll);
  const call = (name) => (...given) => new Promise((resolve, reject) => {
    if (gone) throw gone;
    const message = { id: next += 1, name, given: name === "matrix" ? [given[0], listOf(given[1]), given[2]] : given };
    waiting.set(message.id, { resolve, reject });
    try {
      worker.post(message);
    } catch (error) {
      settle(message.id, "reject", new TypeError(`it cannot be given to a worker: ${error.message}`));
    }
  });
  const calls = Object.fromEntries(CALLS.map((name) => [name, call(name)]));
  const end = async () => {
    failAll(new SosError("the worker was ended"));
    await worker.end();
  };
  return { ...calls, end };
}
