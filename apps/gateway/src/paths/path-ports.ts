import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import type { ProcessClock } from '@oracle-gateway/process';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { AccountLookups } from '../admission/ledger-lookup.js';
import type { SubjectReader } from '../admission/requested-subject.js';
import type { RecordReads } from '../answers/record-reads.js';
import type { ServeCharged } from '../charges/charge-round.js';
import type { RoundEngine } from '../engine/index.js';
import type { ServedDeployment } from '../ledger/deployment.js';
import type { GatewayAccountCache } from '../ledger/gateway-account-cache.js';
import type { ServePaid } from '../payments/conclude-paid-round.js';
import type { Callers } from '../sessions/sessions.js';
import type { Events } from '../telemetry/events.js';

/** All that a path needs of the gateway around it. The path reads its own settings from the configuration when it is opened. */
export interface PathPorts {
  readonly deployment: ServedDeployment;
  /** Greatest distance of a request's time from the gateway's clock. */
  readonly skewSeconds: number;
  readonly ledger: LedgerReader;
  readonly history: TransactionHistory;
  /** Accounts that any caller may ask for, looked up within a budget. */
  readonly accounts: AccountLookups;
  readonly gatewayAccount: GatewayAccountCache;
  readonly subjects: SubjectReader;
  readonly callers: Callers;
  readonly engine: RoundEngine;
  readonly rounds: PathRounds;
  readonly records: RecordReads;
  readonly clock: ProcessClock;
  readonly randomBytes: RandomBytes;
  readonly events: Events;
}

/** Serves the rounds that a path has admitted. */
export interface PathRounds {
  /** Rounds that the ledger charges later. */
  readonly serveCharged: ServeCharged;
  /** Rounds that are paid for before they are delivered. */
  readonly servePaid: ServePaid;
}
