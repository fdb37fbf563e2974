import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Allowance } from '@oracle-gateway/client';

import { type LogLine, readLine, writeLine } from './log-line.js';
import { type SpendingLimits, SpendingRefusedError } from './spending-limits.js';

/** Amount that was taken, and the rest. */
export interface SpentAmount {
  readonly spentToday: bigint;
  readonly leftToday: bigint;
  readonly spentInTotal: bigint;
  /** Null without a limit on the total. */
  readonly leftInTotal: bigint | null;
  /** When the day of the limit ends, unix milliseconds. */
  readonly dayEndsAtMs: number;
}

/** An allowance that outlives its process. */
export interface SpendingLog extends Allowance {
  spending(): Promise<SpentAmount>;
}

export interface SpendingLogDeps {
  /** Unix milliseconds. */
  readonly clock: () => number;
}

const DAY_MS = 86_400_000;
/** About sixty thousand rounds. */
const MAX_BYTES = 8 * 1_024 * 1_024;
const ID_BYTES = 12;

/**
 * Keeps what was spent in a file that several processes share. A call takes an amount by appending a line in one write, and reads the file
 * up to that line: every process grants the same lines, in the order of the file, so that two calls at once never take more than is left.
 */
export function createSpendingLog(deps: SpendingLogDeps, input: { readonly path: string; readonly limits: SpendingLimits }): SpendingLog {
  const { path, limits } = input;
  const sums = { days: new Map<number, bigint>(), total: 0n };
  let readBytes = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function isGranted({ atMs, amount, perDay, total }: LogLine): boolean {
    if ((sums.days.get(dayOf(atMs)) ?? 0n) + amount > perDay) return false;
    return total === null || sums.total + amount <= total;
  }

  function forget(): void {
    sums.days.clear();
    sums.total = 0n;
    readBytes = 0;
  }

  /** Reads what was appended since. Returns the ids that were granted. */
  async function catchUp(file: FileHandle): Promise<ReadonlySet<string>> {
    const { size } = await file.stat();
    // The operator has begun another file.
    if (size < readBytes) forget();
    const bytes = Buffer.alloc(size - readBytes);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, readBytes);
    const end = bytes.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    const granted = new Set<string>();
    for (const text of bytes.subarray(0, end).toString('utf8').split('\n')) {
      // A process that ended in the middle of a write was granted nothing.
      const line = text === '' ? null : readLine(text);
      if (line === null || !isGranted(line)) continue;
      sums.days.set(dayOf(line.atMs), (sums.days.get(dayOf(line.atMs)) ?? 0n) + line.amount);
      sums.total += line.amount;
      granted.add(line.id);
    }
    readBytes += end;
    return granted;
  }

  async function append(file: FileHandle, line: LogLine): Promise<void> {
    // It begins a line of its own, also behind one that was cut.
    const bytes = Buffer.from(`\n${writeLine(line)}\n`);
    if ((await file.stat()).size + bytes.length > MAX_BYTES) throw new SpendingRefusedError('file', left());
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten !== bytes.length) throw new SpendingRefusedError('file', left());
    await file.datasync();
  }

  function left(): bigint {
    const today = limits.perDay - (sums.days.get(dayOf(deps.clock())) ?? 0n);
    const inTotal = limits.total === null ? today : limits.total - sums.total;
    const least = today < inTotal ? today : inTotal;
    return least < 0n ? 0n : least;
  }

  function refusal(amount: bigint): SpendingRefusedError {
    const isTotal = limits.total !== null && sums.total + amount > limits.total;
    return new SpendingRefusedError(isTotal ? 'total' : 'day', left());
  }

  /** One at a time: what was read is kept between calls. */
  function withFile<T>(task: (file: FileHandle) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'a+', 0o600);
      try {
        return await task(file);
      } finally {
        await file.close();
      }
    };
    const result = queue.then(run);
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    take: (amount) =>
      withFile(async (file) => {
        await catchUp(file);
        const line: LogLine = { id: randomBytes(ID_BYTES).toString('hex'), atMs: deps.clock(), amount, ...limits };
        if (!isGranted(line)) throw refusal(amount);
        await append(file, line);
        if (!(await catchUp(file)).has(line.id)) throw refusal(amount);
      }),
    spending: () =>
      withFile(async (file) => {
        await catchUp(file);
        const today = dayOf(deps.clock());
        const spentToday = sums.days.get(today) ?? 0n;
        return {
          spentToday,
          leftToday: atLeastZero(limits.perDay - spentToday),
          spentInTotal: sums.total,
          leftInTotal: limits.total === null ? null : atLeastZero(limits.total - sums.total),
          dayEndsAtMs: (today + 1) * DAY_MS,
        };
      }),
  };
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
