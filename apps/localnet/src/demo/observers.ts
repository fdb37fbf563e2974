import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { toHex, toUnixMs } from '@oracle-gateway/protocol';

import type { AskedPrice } from './asked-price.js';

type ObservedRound = Pick<AskedPrice, 'feedId' | 'timestampSeconds'>;

const CHECK_INTERVAL_MS = 50;
/** A process gathers the lines of its log for a tenth of a second. */
const DEADLINE_MS = 60_000;

/** The nodes whose logs record a fetch for this round, once all signers are among them or the time is up; indices ascending. */
export async function readObservers(
  logPaths: readonly string[],
  round: ObservedRound,
  signers: readonly number[],
  deadlineMs = DEADLINE_MS,
): Promise<number[]> {
  const endsMs = Date.now() + deadlineMs;
  for (;;) {
    const observers = await observersIn(logPaths, round);
    if (signers.every((index) => observers.includes(index)) || Date.now() >= endsMs) return observers;
    await wait(CHECK_INTERVAL_MS);
  }
}

async function observersIn(logPaths: readonly string[], round: ObservedRound): Promise<number[]> {
  const feedId = toHex(round.feedId);
  const timestampMs = toUnixMs(round.timestampSeconds);
  const logs = await Promise.all(logPaths.map((path) => readFile(path, 'utf8')));
  return logs.flatMap((log, index) => (log.split('\n').some((line) => isObservation(line, feedId, timestampMs)) ? [index] : []));
}

function isObservation(line: string, feedId: string, timestampMs: number): boolean {
  if (!line.includes(feedId)) return false;
  try {
    const entry = JSON.parse(line) as { msg?: unknown; feedId?: unknown; timestampMs?: unknown };
    return entry.msg === 'observed' && entry.feedId === feedId && entry.timestampMs === timestampMs;
  } catch {
    // The process is still writing this line.
    return false;
  }
}
