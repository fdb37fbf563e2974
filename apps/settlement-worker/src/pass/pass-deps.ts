import type { Outbox } from '@oracle-gateway/outbox';
import type { Upstreams } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import type { Logger } from 'pino';
import type { Metrics, Part } from '../telemetry/metrics.js';
import type { Payers } from '../ledger/payers.js';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';
import type { SignerSets } from '../signer-sets/signer-sets.js';

/** Dependencies of the steps of a pass. */
export interface PassDeps {
  readonly outbox: Outbox;
  readonly ledger: SettlementLedger;
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  /** The key of the gateway, which signs. */
  readonly gatewayAuthority: Address;
  readonly payers: Payers;
  /** Config.mint. */
  readonly mint: Address;
  readonly signerSets: Pick<SignerSets, 'keyFormOf'>;
  readonly workerId: string;
  /** Refusals of a round by the program until it is parked. */
  readonly maxAttempts: number;
  readonly upstreams: Upstreams<Part>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
}
