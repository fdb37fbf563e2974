import { wait } from '@oracle-gateway/process';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';

/** A transaction that closes accounts. */
export interface Closing<Closed> {
  readonly signature: string;
  readonly closed: readonly Closed[];
  /** The sum of the accounts. */
  readonly lamports: bigint;
}

const POLL_MS = 400;
/** Most closings land within a few blocks. Later ones are found by the next run. */
const POLLS = 15;

/** Calls `onLanded` for each closing that landed; returns what the unseen ones close. One call takes at most 256 closings. */
export async function awaitClosings<Closed>(
  { ledger }: { readonly ledger: SettlementLedger },
  closings: readonly Closing<Closed>[],
  onLanded: (closing: Closing<Closed>) => Promise<void>,
): Promise<readonly Closed[]> {
  let waiting = closings;
  for (let poll = 0; poll < POLLS && waiting.length > 0; poll += 1) {
    if (poll > 0) await wait(POLL_MS);
    const statuses = await ledger.sender.statuses(waiting.map(({ signature }) => signature));
    for (const [index, closing] of waiting.entries()) if (statuses[index]?.kind === 'succeeded') await onLanded(closing);
    waiting = waiting.filter((_, index) => statuses[index]?.kind === 'unseen');
  }
  return waiting.flatMap(({ closed }) => closed);
}
