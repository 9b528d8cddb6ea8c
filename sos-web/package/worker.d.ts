import type { Calls } from "./index.js";

/** The functions of the package, answered by a worker. */
export interface WorkerCalls extends Calls {
  /** Ends the worker. What it has not answered is rejected. */
  end(): Promise<void>;
}

/**
 * Starts a worker: a `Worker` in browsers and Deno, a thread of `node:worker_threads` in Node, which does not keep the process alive.
 *
 * Errors are of the same classes as without a worker.
 */
export function startWorker(): Promise<WorkerCalls>;
