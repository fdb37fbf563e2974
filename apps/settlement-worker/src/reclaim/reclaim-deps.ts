import type { Address } from '@oracle-gateway/protocol';
import type { Logger } from 'pino';
import type { Payers } from '../ledger/payers.js';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';
import type { SignerSetIndex } from '../signer-sets/signer-set-index.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { ReceiptIndex } from './receipt-index.js';

/** Dependencies of the work that closes accounts. */
export interface ReclaimDeps {
  readonly ledger: SettlementLedger;
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly payers: Pick<Payers, 'choose'>;
  readonly receipts: ReceiptIndex;
  readonly paidSets: SignerSetIndex;
  readonly metrics: Pick<Metrics, 'reclaimedReceipts' | 'reclaimedLamports'>;
  readonly logger: Logger;
  readonly workerId: string;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
}
