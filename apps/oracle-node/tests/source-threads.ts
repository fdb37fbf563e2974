import { inject } from 'vitest';
import { MessageChannel } from 'node:worker_threads';
import { createStartWork } from '../src/sharing/work-time.js';
import type { ResolveName } from '../src/source/public-lookup.js';
import type { FromThread } from '../src/source/threads/messages.js';
import { serveReads } from '../src/source/threads/serve-reads.js';
import type { StartThread } from '../src/source/threads/source-threads.js';
import { createStartThread } from '../src/source/threads/start-thread.js';

/** Replacements that a test has for a thread here. A real thread has none. */
export interface Outside {
  readonly nowMs?: () => number;
  readonly monotonicMs?: () => number;
  readonly resolve?: ResolveName;
}

/** Reads in this thread, behind a real port: what a message cannot hold does not come through. */
export function startThreadHere({ nowMs = Date.now, monotonicMs = () => performance.now(), resolve }: Outside = {}): StartThread {
  return (settings, listener) => {
    const { port1: near, port2: far } = new MessageChannel();
    const reading = new Int32Array(1);
    near.on('message', (message: FromThread) => listener.onMessage(message));
    const served = serveReads({
      port: far,
      settings,
      reading,
      nowMs,
      monotonicMs,
      startWork: createStartWork({ monotonicMs }),
      ...(resolve === undefined ? {} : { resolve }),
    });
    return {
      post: (message) => near.postMessage(message),
      reading: () => reading[0] ?? 0,
      terminate: async () => {
        near.close();
        await served.close();
      },
    };
  };
}

/** Starts real threads, of the program that was built for these tests. */
export function startBuiltThread(): StartThread {
  return createStartThread(new URL(inject('threadProgram')));
}

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the program of a thread, built from these sources. */
    readonly threadProgram: string;
  }
}
