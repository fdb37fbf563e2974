import { inSpan } from '@oracle-gateway/process';
import type { ApiConfig, SourceNumber } from '@oracle-gateway/protocol';
import { SourceError } from '../../errors/node-error.js';
import { requesterTenant } from '../../sharing/asker.js';
import type { ObserveNumber } from '../observe-number.js';
import { type FetchParticulars, fetchTime, sourceOrigin } from '../safe-fetch.js';
import { faultError, type FromThread, type ReadRequest, type ThreadSettings, type ToThread } from './messages.js';
import type { ThreadLoss } from '../../telemetry/metrics.js';
import { createThreadChoice, type FetchState } from './thread-choice.js';

/** A running thread that reads sources. */
export interface SourceThread {
  post(message: ToThread): void;
  /** Id of the fetch whose body it reads now; 0: it reads none. */
  readonly reading: () => number;
  /** Ends it at once, whatever it does. */
  terminate(): Promise<unknown>;
}

export interface ThreadListener {
  onMessage(message: FromThread): void;
  /** Called once, when the thread has ended. */
  onEnd(loss: ThreadLoss): void;
}

export type StartThread = (settings: ThreadSettings, listener: ThreadListener) => SourceThread;

/** Threads that fetch and read sources, so that the thread that signs waits for none. */
export interface SourceThreads {
  readonly observeNumber: ObserveNumber;
  /** Resolves when each thread has started. Rejects when one of them ends before. */
  readonly started: () => Promise<unknown>;
  /** Ends the threads. Fetches under way fail. */
  close(): Promise<void>;
}

export interface SourceThreadsDeps {
  readonly count: number;
  readonly settings: Omit<ThreadSettings, 'givesWay'>;
  readonly startThread: StartThread;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  readonly onLoss: (loss: ThreadLoss) => void;
  readonly checkEveryMs?: number;
}

/** At each check, a thread with fetches is asked for a sign of life. A body takes it 0.1 s at most, so one that is silent at so many checks hangs. */
const CHECK_EVERY_MS = 500;
const MAX_SILENT_CHECKS = 6;
/** A thread that starts loads its program first. */
const MAX_STARTING_CHECKS = 40;
/** Milliseconds beyond its limit after which a fetch is given up. Bodies of others may be read meanwhile. */
const LATE_AFTER_MS = 2_000;
/** Milliseconds beyond its limit after which a fetch that was given up, and was not answered, shows that its thread hangs. */
const LOST_AFTER_MS = 10_000;
/** The time of a thread that a loss costs at least: about that of a start. */
const LEAST_LOSS_MS = 500;
/** Losses of a thread within a minute make it start later: at once, then after 0.1 s, and twice that for each further one. */
const RESTART = { firstMs: 100, mostMs: 5_000, forgottenAfterMs: 60_000 } as const;

/** A fetch that its thread has not answered. */
interface Read {
  readonly request: ReadRequest;
  readonly asked: FetchParticulars;
  readonly requester: string;
  readonly dueMs: number;
  takenMs: number;
  isCostly: boolean;
  /** Answers the asker. A second call does nothing. */
  readonly settle: (answer: SourceNumber | Error) => void;
}

interface Slot {
  readonly place: number;
  thread: SourceThread | null;
  hasStarted: boolean;
  /** Checks since it was heard. */
  silentChecks: number;
  losses: number;
  lostMs: number;
  /** Fetches by their id. Those of askers that have left are here too: their time is charged. */
  readonly reads: Map<number, Read>;
}

/**
 * A fetch goes to a thread in one message and comes back in one. A thread that ends, hangs or grows is started anew. Fetches that it had fail as
 * those of a source. Its lost time is charged to the fetch that it was reading, or to all of them.
 */
export function createSourceThreads(deps: SourceThreadsDeps): SourceThreads {
  const { settings, monotonicMs, checkEveryMs = CHECK_EVERY_MS } = deps;
  const choice = createThreadChoice();
  const slots = Array.from({ length: deps.count }, (_, place) => newSlot(place));
  const starts = slots.map(newStart);
  let lastId = 0;
  let isClosed = false;
  let checking: NodeJS.Timeout | undefined;

  const start = (slot: Slot): void => {
    if (isClosed) return;
    // The last one reads for costly requesters. Should there be one thread alone, it reads for all.
    const givesWay = slot.place > 0 && slot.place === slots.length - 1;
    const thread = deps.startThread(
      { ...settings, givesWay },
      {
        onMessage: (message) => {
          if (slot.thread === thread) hear(slot, message);
        },
        onEnd: (loss) => {
          if (slot.thread === thread) lose(slot, loss);
        },
      },
    );
    slot.thread = thread;
    slot.hasStarted = false;
    slot.silentChecks = 0;
    for (const { request } of slot.reads.values()) thread.post(request);
    watch();
  };

  const hear = (slot: Slot, message: FromThread): void => {
    slot.silentChecks = 0;
    if (message.kind === 'ready') {
      slot.hasStarted = true;
      starts[slot.place]?.resolve();
    }
    if (message.kind === 'ready' || message.kind === 'pong') return;
    const read = slot.reads.get(message.id);
    if (read === undefined) return;
    if (message.kind === 'receipt') {
      read.asked.noteReceipt?.(message.receipt);
      return;
    }
    if (message.kind !== 'spent') slot.reads.delete(message.id);
    spend(read, message.ms, STATES[message.kind]);
    if (message.kind === 'number') read.settle(message.number);
    if (message.kind === 'fault') read.settle(faultError(message.fault));
  };

  const spend = (read: Read, ms: number, state: FetchState): void => {
    read.takenMs += ms;
    choice.note(read.requester, read.takenMs, state);
    read.isCostly = choice.isCostly(read.requester);
    if (ms === 0 || read.asked.charge(ms)) return;
    // The other fetches of the requester may be in other threads, which have not reported yet.
    for (const slot of slots) {
      for (const other of slot.reads.values()) {
        if (other.requester === read.requester && !other.asked.charge(0)) endRead(slot, other, 'time_used');
      }
    }
  };

  const endRead = (slot: Slot, { request: { id } }: Read, why: 'left' | 'time_used'): void => {
    if (slot.thread === null) slot.reads.delete(id);
    else slot.thread.post({ kind: 'end', id, why });
  };

  const lose = (slot: Slot, loss: ThreadLoss): void => {
    const lost = [...slot.reads.values()];
    const reader = slot.reads.get(slot.thread?.reading() ?? 0);
    const atFault = reader === undefined ? lost : [reader];
    const lostMs = Math.max(LEAST_LOSS_MS, slot.silentChecks * checkEveryMs);
    slot.thread = null;
    slot.reads.clear();
    for (const read of atFault) spend(read, lostMs / atFault.length, 'failed');
    for (const read of lost) read.settle(threadLost());
    starts[slot.place]?.reject(new Error('a thread of sources ended before it had started'));
    deps.onLoss(loss);
    const nowMs = monotonicMs();
    if (nowMs - slot.lostMs > RESTART.forgottenAfterMs) slot.losses = 0;
    const delayMs = slot.losses === 0 ? 0 : Math.min(RESTART.mostMs, RESTART.firstMs * 2 ** (slot.losses - 1));
    slot.lostMs = nowMs;
    slot.losses += 1;
    setTimeout(() => start(slot), delayMs).unref();
  };

  const watch = (): void => {
    checking ??= setInterval(check, checkEveryMs).unref();
  };
  const check = (): void => {
    const watched = slots.filter((slot) => slot.reads.size > 0 || (slot.thread !== null && !slot.hasStarted));
    for (const slot of watched) checkSlot(slot);
    if (watched.length > 0) return;
    clearInterval(checking);
    checking = undefined;
  };
  const checkSlot = (slot: Slot): void => {
    const nowMs = monotonicMs();
    let isLost = slot.silentChecks > (slot.hasStarted ? MAX_SILENT_CHECKS : MAX_STARTING_CHECKS);
    for (const read of slot.reads.values()) {
      if (nowMs > read.dueMs + LOST_AFTER_MS) isLost = true;
      if (nowMs <= read.dueMs + LATE_AFTER_MS) continue;
      read.settle(SourceError.ofTimeOut());
      endRead(slot, read, 'left');
    }
    if (slot.thread === null) return;
    if (isLost) {
      void slot.thread.terminate();
      lose(slot, 'hung');
    } else {
      slot.silentChecks += 1;
      if (slot.hasStarted) slot.thread.post({ kind: 'ping' });
    }
  };

  const read = (config: ApiConfig, asked: FetchParticulars): Promise<SourceNumber> =>
    new Promise((resolve, reject) => {
      if (isClosed) throw nodeEnds();
      const { by, signal, waitedMs = 0, maxAgeMs, secrets, payment, isDryRun = false } = asked;
      const { mostMs, leftMs } = fetchTime(asked, settings);
      const requester = requesterTenant(by).name;
      const placed = { requester, origin: sourceOrigin(config), isDryRun };
      const slot = slots[choice.choose(placed, slots.map(loadOf))];
      if (slot === undefined) throw new RangeError('a choice is one of the threads');
      lastId = (lastId + 1) % MAX_ID;
      const id = lastId + 1;
      const leave = (): void => {
        own.settle(SourceError.ofEndedSession());
        endRead(slot, own, 'left');
      };
      const own: Read = {
        request: { kind: 'read', id, config, by, waitedMs, maxAgeMs, secrets, payment },
        asked,
        requester,
        dueMs: monotonicMs() + Math.min(mostMs, leftMs),
        takenMs: 0,
        isCostly: isDryRun || choice.isCostly(requester),
        settle: (answer) => {
          signal.removeEventListener('abort', leave);
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        },
      };
      if (signal.aborted) throw SourceError.ofEndedSession();
      signal.addEventListener('abort', leave, { once: true });
      slot.reads.set(id, own);
      slot.thread?.post(own.request);
      watch();
    });

  for (const slot of slots) start(slot);
  return {
    // Nothing of the trace is sent to a source, and nothing of the source is told to a trace.
    observeNumber: (config, asked) => inSpan('fetch source', () => read(config, asked)),
    started: () => Promise.all(starts.map(({ started }) => started)),
    close: async () => {
      isClosed = true;
      clearInterval(checking);
      const threads = slots.flatMap(({ thread }) => thread ?? []);
      for (const slot of slots) {
        for (const read of slot.reads.values()) read.settle(nodeEnds());
        slot.reads.clear();
        slot.thread = null;
      }
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

const STATES = { spent: 'under_way', fault: 'failed', number: 'read' } as const;

/** Ids are what an `Int32Array` holds. */
const MAX_ID = 2 ** 31 - 2;

function newSlot(place: number): Slot {
  const never = Number.NEGATIVE_INFINITY;
  return { place, thread: null, hasStarted: false, silentChecks: 0, losses: 0, lostMs: never, reads: new Map() };
}

function loadOf({ thread, hasStarted, reads }: Slot) {
  let costly = 0;
  for (const { isCostly } of reads.values()) if (isCostly) costly += 1;
  return { isUp: thread !== null && hasStarted, underWay: reads.size, costly };
}

interface Start {
  readonly started: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

/** Only the first start of a thread counts. */
function newStart(): Start {
  let settle: Pick<Start, 'resolve' | 'reject'> | undefined;
  const started = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  // A node that ends meanwhile waits for none.
  started.catch(() => undefined);
  return { started, resolve: () => settle?.resolve(), reject: (error) => settle?.reject(error) };
}

function threadLost(): SourceError {
  return new SourceError('fetch', 'the thread of the node that read the source was lost; ask again');
}

function nodeEnds(): SourceError {
  return new SourceError('fetch', 'the node ended before the source answered');
}
