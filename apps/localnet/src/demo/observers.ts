import { readFile } from 'node:fs/promises';

import { toHex, toUnixMs } from '@oracle-gateway/protocol';

import type { AskedPrice } from './asked-price.js';

/** The nodes whose logs record a fetch for this round; indices ascending. */
export async function readObservers(
  logPaths: readonly string[],
  round: Pick<AskedPrice, 'feedId' | 'timestampSeconds'>,
): Promise<number[]> {
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
