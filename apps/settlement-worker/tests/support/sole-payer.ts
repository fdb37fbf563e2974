import type { LedgerSigner } from '@oracle-gateway/ledger';
import { createPayers, type Payers } from '../../src/ledger/payers.js';

/** One key pays for the whole shard. */
export function solePayer(signer: LedgerSigner): Payers {
  return createPayers({ signers: [signer], list: { announce: () => Promise.resolve(), read: () => Promise.resolve([]) } });
}
