import type { Outbox, StoredReading } from '@oracle-gateway/outbox';
import { OperateError } from './operate-error.js';

export interface ReadingsDeps {
  readonly outbox: Pick<Outbox, 'storedReadings' | 'resetReading'>;
}

const LIST_LIMIT = 1_000;
/** Passes of one command: settlements store readings while it runs. */
const MOST_PASSES = 100;

/** One line per reading, those of the highest slots first: a wrong one stands out there. */
export async function listReadings({ outbox }: ReadingsDeps): Promise<string> {
  const readings = await outbox.storedReadings({ limit: LIST_LIMIT });
  return readings
    .toSorted((a, b) => b.slot - a.slot)
    .map(lineOf)
    .join('');
}

/** Forgets what the ledger said of one quota. Throws OperateError. */
export async function resetReading({ outbox }: ReadingsDeps, quotaKey: string): Promise<string> {
  const isReset = await outbox.resetReading(quotaKey).catch((error: unknown) => {
    throw error instanceof RangeError ? new OperateError(`readings reset: ${error.message}`) : error;
  });
  if (!isReset) throw new OperateError(`${quotaKey}: no reading is stored; "operate readings list" shows those that are`);
  return `${quotaKey} is read again from the ledger\n`;
}

/** Forgets what the ledger said of every quota. */
export async function resetAllReadings({ outbox }: ReadingsDeps): Promise<string> {
  let count = 0;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const readings = await outbox.storedReadings({ limit: LIST_LIMIT });
    const isReset = await Promise.all(readings.map(({ quotaKey }) => outbox.resetReading(quotaKey)));
    const reset = isReset.filter((was) => was).length;
    count += reset;
    if (reset === 0 || readings.length < LIST_LIMIT) return `${count} readings are read again from the ledger\n`;
  }
  throw new OperateError(`readings reset all: ${count} readings are read again from the ledger, and more are stored; repeat the command`);
}

function lineOf({ quotaKey, available, slot, ageMs, committed }: StoredReading): string {
  const age = ageMs === null ? '' : ` age=${Math.round(ageMs / 1_000)}s`;
  return `${quotaKey} available=${available} committed=${committed} slot=${slot}${age}\n`;
}
