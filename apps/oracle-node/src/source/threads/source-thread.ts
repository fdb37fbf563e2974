import { parentPort, workerData } from 'node:worker_threads';
import { serveReads } from './serve-reads.js';
import type { ThreadData } from './start-thread.js';

if (parentPort === null) throw new Error('this program is a thread of an oracle node');
const { settings, reading } = workerData as ThreadData;
serveReads({ port: parentPort, settings, reading, monotonicMs: () => performance.now(), nowMs: Date.now });
