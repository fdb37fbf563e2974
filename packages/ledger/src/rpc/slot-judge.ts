import { LedgerUnavailableError } from '../errors.js';
import { clocksOf } from './answer-slots.js';
import { createBelievedClock, WITNESS_APART_MS, type BelievedClock, type ServerClockReading, type ClockVerdict } from './believed-clock.js';

/** The server answered from a bank older than a known one, or refused to answer from a newer one. */
export class LedgerBehindError extends LedgerUnavailableError {
  override readonly name: string = 'LedgerBehindError';

  constructor(method: string) {
    super(method, 'the server lags behind what is known of the ledger', { effect: 'none' });
  }
}

/** A slot or height of the answer is further ahead than time explains, and no second answer bears it out. */
export class LedgerAheadError extends LedgerUnavailableError {
  override readonly name: string = 'LedgerAheadError';

  constructor(method: string) {
    super(method, 'the slot of the answer is further ahead than time explains; compare the server with another one', { effect: 'none' });
  }
}

/** Methods that ask a server for nothing but a clock. */
export type ClockMethod = 'getSlot' | 'getBlockHeight';

/** Decides how far the slots and heights of answers are believed, for all servers of one ledger. */
export interface SlotJudge {
  /** Throws LedgerAheadError or LedgerBehindError for an answer that is not believed. */
  check(answer: {
    readonly server: number;
    readonly method: string;
    readonly params: readonly unknown[];
    readonly result: unknown;
  }): Promise<void>;
}

export interface SlotJudgeDeps {
  readonly monotonicMs: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Servers that may bear out an answer of this one, itself last. */
  readonly witnesses: (server: number) => readonly number[];
  /** Asks a server at `confirmed`, without conditions. Throws LedgerUnavailableError. */
  readonly ask: (server: number, method: ClockMethod) => Promise<number>;
}

/** A leap after so long without a believed answer is as likely as an error: a second answer is asked for at once. */
const IDLE_MS = 10_000;
/** A timer may end so much early. */
const TIMER_ERROR_MS = 2;
/** An error, and two answers that agree. */
const MOST_ASKED = 3;

export function createSlotJudge({ monotonicMs, wait, witnesses, ask }: SlotJudgeDeps): SlotJudge {
  const slots = createBelievedClock({ monotonicMs });
  const heights = createBelievedClock({ monotonicMs });
  const asking = new Map<BelievedClock, Promise<void>>();

  /** Asks until two answers agree. Failures leave the clock as it is. */
  const askWitnesses = async (clock: BelievedClock, method: ClockMethod, server: number): Promise<void> => {
    let last: number | null = server;
    for (let asked = 0; asked < MOST_ASKED && last !== null; asked += 1) {
      const told = await firstAnswer(method, last);
      if (told !== null && clock.judge({ ...told, mayTrail: false }) === 'believed') return;
      last = told?.server ?? null;
    }
  };
  const firstAnswer = async (method: ClockMethod, after: number): Promise<{ readonly server: number; readonly value: number } | null> => {
    for (const server of witnesses(after)) {
      if (server === after) await wait(WITNESS_APART_MS + TIMER_ERROR_MS);
      const value = await ask(server, method).catch(nothingSaid);
      if (value !== null) return { server, value };
    }
    return null;
  };
  const bearOut = (clock: BelievedClock, method: ClockMethod, server: number): Promise<void> => {
    const running = asking.get(clock) ?? askWitnesses(clock, method, server).finally(() => asking.delete(clock));
    asking.set(clock, running);
    return running;
  };

  const judge = async (clock: BelievedClock, method: ClockMethod, reading: ServerClockReading): Promise<ClockVerdict> => {
    const verdict = clock.judge(reading);
    if (verdict === 'believed' || clock.idleMs() < IDLE_MS) return verdict;
    await bearOut(clock, method, reading.server);
    return clock.compare(reading);
  };

  return {
    async check({ server, method, params, result }) {
      const { slot, height, blockSlot, commitment } = clocksOf(method, params, result);
      const mayTrail = commitment === 'finalized';
      const told: [BelievedClock, ClockMethod, number | null][] = [
        [slots, 'getSlot', slot],
        [heights, 'getBlockHeight', height],
      ];
      for (const [clock, witness, value] of told) {
        if (value !== null) requireBelieved(method, await judge(clock, witness, { server, value, mayTrail }));
      }
      if (blockSlot === null) return;
      // A block is as old as it is, and no clock: it may be any number of slots behind.
      const block = { value: blockSlot, mayTrail: true };
      if (slots.compare(block) !== 'believed' && slots.idleMs() >= IDLE_MS) await bearOut(slots, 'getSlot', server);
      requireBelieved(method, slots.compare(block));
    },
  };
}

function requireBelieved(method: string, verdict: ClockVerdict): void {
  if (verdict === 'ahead') throw new LedgerAheadError(method);
  if (verdict === 'behind') throw new LedgerBehindError(method);
  if (verdict === 'unwitnessed')
    throw new LedgerUnavailableError(method, 'no second answer bears out the slot of the first', { effect: 'none' });
}

function nothingSaid(error: unknown): null {
  if (error instanceof LedgerUnavailableError) return null;
  throw error;
}
