import { setTimeout as wait } from 'node:timers/promises';
import type { RoundId } from '@oracle-gateway/protocol';
import type { PassDeps } from '../pass/pass-deps.js';
import type { ReceiptIndex } from './receipt-index.js';

/** A transaction that closes receipts. */
export interface Closing {
  readonly signature: string;
  readonly roundIds: readonly RoundId[];
  /** What the receipts hold together. */
  readonly lamports: bigint;
}

const POLL_MS = 400;
/** Most closings land within a few blocks; of the others the next look tells whether they did. */
const POLLS = 15;

/** Takes the receipts that were closed off the index and counts their lamports; returns those of which nothing was seen. At most 256. */
export async function awaitClosings(
  { ledger, metrics, receipts }: Pick<PassDeps, 'ledger' | 'metrics'> & { readonly receipts: ReceiptIndex },
  closings: readonly Closing[],
): Promise<readonly RoundId[]> {
  let waiting = closings;
  for (let poll = 0; poll < POLLS && waiting.length > 0; poll += 1) {
    if (poll > 0) await wait(POLL_MS);
    const statuses = await ledger.sender.statuses(waiting.map(({ signature }) => signature));
    for (const [index, { roundIds, lamports }] of waiting.entries()) {
      if (statuses[index]?.kind !== 'succeeded') continue;
      await receipts.remove(roundIds);
      metrics.reclaimedReceipts.inc(roundIds.length);
      metrics.reclaimedLamports.inc(Number(lamports));
    }
    waiting = waiting.filter((_, index) => statuses[index]?.kind === 'unseen');
  }
  return waiting.flatMap(({ roundIds }) => roundIds);
}
