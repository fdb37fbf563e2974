import type { Outbox, StoredFigure } from '@oracle-gateway/outbox';
import { OperateError } from './operate-error.js';

export interface FiguresDeps {
  readonly outbox: Pick<Outbox, 'storedFigures' | 'resetFigure'>;
}

const LIST_LIMIT = 1_000;
/** Passes of one command: settlements store figures while it runs. */
const MOST_PASSES = 100;

/** One line per figure, those of the highest slots first: a wrong one stands out there. */
export async function listFigures({ outbox }: FiguresDeps): Promise<string> {
  const figures = await outbox.storedFigures({ limit: LIST_LIMIT });
  return figures
    .toSorted((a, b) => b.slot - a.slot)
    .map(lineOf)
    .join('');
}

/** Forgets what the ledger said of one quota. Throws OperateError. */
export async function resetFigure({ outbox }: FiguresDeps, quotaKey: string): Promise<string> {
  const isReset = await outbox.resetFigure(quotaKey).catch((error: unknown) => {
    throw error instanceof RangeError ? new OperateError(`figures reset: ${error.message}`) : error;
  });
  if (!isReset) throw new OperateError(`${quotaKey}: no figure is stored; "operate figures list" shows those that are`);
  return `${quotaKey} is read again from the ledger\n`;
}

/** Forgets what the ledger said of every quota. */
export async function resetAllFigures({ outbox }: FiguresDeps): Promise<string> {
  let count = 0;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const figures = await outbox.storedFigures({ limit: LIST_LIMIT });
    const isReset = await Promise.all(figures.map(({ quotaKey }) => outbox.resetFigure(quotaKey)));
    const reset = isReset.filter((was) => was).length;
    count += reset;
    if (reset === 0 || figures.length < LIST_LIMIT) return `${count} figures are read again from the ledger\n`;
  }
  throw new OperateError(`figures reset all: ${count} figures are read again from the ledger, and more are stored; repeat the command`);
}

function lineOf({ quotaKey, available, slot, ageMs, committed }: StoredFigure): string {
  const age = ageMs === null ? '' : ` age=${Math.round(ageMs / 1_000)}s`;
  return `${quotaKey} available=${available} committed=${committed} slot=${slot}${age}\n`;
}
