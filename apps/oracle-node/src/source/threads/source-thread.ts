import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { bookedTime, createStartWork } from '../../sharing/work-time.js';
import { serveReads } from './serve-reads.js';
import type { ThreadData } from './start-thread.js';

if (parentPort === null) throw new Error('this program is a thread of an oracle node');
const { settings, reading } = workerData as ThreadData;
if (settings.givesWay) giveWay();
const startWork = createStartWork({ monotonicMs, bookedMs: bookedTime(monotonicMs) });
serveReads({ port: parentPort, settings, reading, monotonicMs, startWork, nowMs: Date.now });

function monotonicMs(): number {
  return performance.now();
}

/** Lowers the priority of this thread. Only Linux has one for each thread. */
function giveWay(): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
  } catch {
    // Where there is none, or it may not be set, the thread keeps that of the process.
  }
}
