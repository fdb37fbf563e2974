import type { MessagePort } from 'node:worker_threads';
import { readingTimeUsed, SourceError } from '../../errors/node-error.js';
import { createReadingTurns, type ReadingTurns } from '../../sharing/reading-turns.js';
import type { StartWork } from '../../sharing/work-time.js';
import type { ResolveName } from '../public-lookup.js';
import { createObserveNumber } from '../observe-number.js';
import { createSafeFetch, type FetchParticulars } from '../safe-fetch.js';
import { faultData, type FromThread, type ReadRequest, type ThreadSettings, type ToThread } from './messages.js';

/** Milliseconds are reported when so many have come together: a message costs a twentieth of one at either end. */
const REPORTED_MS = 5;

/** No fetch. */
const NONE = 0;

export interface ServeReadsDeps {
  readonly port: Pick<MessagePort, 'on' | 'postMessage'>;
  readonly settings: ThreadSettings;
  /** One integer that the main thread sees: the id of the fetch whose body is read, or 0. */
  readonly reading: Int32Array;
  readonly monotonicMs: () => number;
  readonly startWork: StartWork;
  readonly nowMs: () => number;
  readonly resolve?: ResolveName;
}

/** A fetch under way in this thread. Nothing of its request is kept beyond it. */
interface Read {
  readonly ends: AbortController;
  /** Its requester has time left. */
  hasTime: boolean;
  unreportedMs: number;
}

/** Reads sources as the messages of a port ask, and answers each request with one message: its number, or its fault as data. */
export function serveReads(deps: ServeReadsDeps): { close(): Promise<void> } {
  const { port, settings, reading, monotonicMs, startWork, nowMs } = deps;
  const { allowed, fixtures, timeoutMs, paidTimeoutMs, maxKeptConnections } = settings;
  const safeFetch = createSafeFetch({
    allowed,
    fixtures,
    timeoutMs,
    paidTimeoutMs,
    maxKeptConnections,
    startWork,
    ...(deps.resolve === undefined ? {} : { resolve: deps.resolve }),
  });
  const readingTurns = createReadingTurns({ max: settings.maxReads, monotonicMs, startWork });
  const reads = new Map<number, Read>();

  const post = (message: FromThread): void => port.postMessage(message);

  const read = async ({ id, config, by, waitedMs, maxAgeMs, secrets, payment }: ReadRequest): Promise<void> => {
    const own: Read = { ends: new AbortController(), hasTime: true, unreportedMs: 0 };
    reads.set(id, own);
    const charge = (ms: number): boolean => {
      own.unreportedMs += ms;
      if (own.unreportedMs >= REPORTED_MS) post({ kind: 'spent', id, ms: taken(own) });
      return own.hasTime;
    };
    const asked: FetchParticulars = {
      by,
      signal: own.ends.signal,
      waitedMs,
      maxAgeMs,
      secrets,
      payment,
      charge,
      noteReceipt: (receipt) => post({ kind: 'receipt', id, receipt }),
    };
    const observeNumber = createObserveNumber({
      fetchSource: safeFetch.fetchSource,
      readingTurns: marked(readingTurns, reading, id),
      nowMs,
    });
    try {
      const number = await observeNumber(config, asked);
      post({ kind: 'number', id, ms: taken(own), number });
    } catch (error) {
      post({ kind: 'fault', id, ms: taken(own), fault: faultData(error) });
    } finally {
      reads.delete(id);
    }
  };

  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'read':
        void read(message);
        return;
      case 'end':
        end(reads.get(message.id), message.why);
        return;
      case 'ping':
        post({ kind: 'pong' });
    }
  });
  post({ kind: 'ready' });
  return { close: () => safeFetch.close() };
}

/** Turns that tell the main thread of what is read: should the thread hang, its reader is known. */
function marked(turns: ReadingTurns, reading: Int32Array, id: number): ReadingTurns {
  return {
    run: (reader, task) =>
      turns.run(reader, () => {
        Atomics.store(reading, 0, id);
        try {
          return task();
        } finally {
          Atomics.store(reading, 0, NONE);
        }
      }),
  };
}

function taken(read: Read): number {
  const ms = read.unreportedMs;
  read.unreportedMs = 0;
  return ms;
}

function end(read: Read | undefined, why: 'left' | 'time_used'): void {
  if (read === undefined) return;
  if (why === 'time_used') read.hasTime = false;
  read.ends.abort(why === 'left' ? SourceError.ofEndedSession() : readingTimeUsed('fetch'));
}
