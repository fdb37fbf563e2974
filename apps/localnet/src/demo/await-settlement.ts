import type { Round } from '@oracle-gateway/client';

import { DemoFailure } from './demo-failure.js';
import { failDemo } from './serve-round.js';

const DEADLINE_MS = 300_000;

export interface SettledOn {
  /** Base58. */
  readonly signature: string;
  /** null: unknown. */
  readonly slot: number | null;
}

/** Waits until the client finds the round settled on the ledger. Throws DemoFailure. */
export async function awaitSettlement(round: Pick<Round, 'settled'>): Promise<SettledOn> {
  const { signature, slot } = await round.settled({ timeoutMs: DEADLINE_MS }).catch(failDemo);
  if (signature === null) throw new DemoFailure('the round is settled, but its record has no transaction signature');
  return { signature, slot };
}
