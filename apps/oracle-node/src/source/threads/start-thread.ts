import { Worker } from 'node:worker_threads';
import type { FromThread, ThreadSettings } from './messages.js';
import type { ThreadLoss } from '../../telemetry/metrics.js';
import type { StartThread } from './source-threads.js';

/** Data that a thread is started with. */
export interface ThreadData {
  readonly settings: ThreadSettings;
  /** Shared with the main thread: the id of the fetch whose body is read. */
  readonly reading: Int32Array;
}

/**
 * Megabytes of the heap of a thread. A body of 1 MiB makes 60 of objects at most, for a moment; bodies themselves are outside of the heap, and
 * bounded by the places of observations.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 } as const;

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** Starts threads of this program. They get no variable of the environment, which may hold keys, and nothing that they write is passed on. */
export function createStartThread(program: URL): StartThread {
  return (settings, listener) => {
    const reading = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: ThreadData = { settings, reading };
    const worker = new Worker(program, {
      workerData,
      resourceLimits: RESOURCE_LIMITS,
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // Warnings and the end of a thread may quote what it was sent.
    worker.stdout.resume();
    worker.stderr.resume();
    let loss: ThreadLoss = 'ended';
    worker.on('message', (message: FromThread) => listener.onMessage(message));
    worker.on('error', (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === OUT_OF_MEMORY) loss = 'grown';
    });
    worker.once('exit', () => listener.onEnd(loss));
    return {
      post: (message) => worker.postMessage(message),
      reading: () => Atomics.load(reading, 0),
      terminate: () => worker.terminate(),
    };
  };
}

/** The program of a thread, beside the file that runs. */
export function threadProgram(builtFile: string): URL {
  return new URL(builtFile.endsWith('.cjs') ? './source-thread.cjs' : './source-thread.js', builtFile);
}
