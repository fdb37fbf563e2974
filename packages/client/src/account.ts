import type { Address, ApiConfig, FeedId, SourceId } from '@oracle-gateway/protocol';
import type { EncKeyBundle } from '@oracle-gateway/protocol/sealed';
import type { GatewayHttp } from './http/gateway-http.js';
import type { OracleLedger } from './ledger/oracle-ledger.js';
import type { RetryPolicy } from './options.js';
import type { Seconds } from './rounds/seconds.js';
import type { Page, Quota, RoundsPage } from './reads.js';
import type { Clock } from './clock.js';
import type { Wait } from './wait.js';

/** One round to be asked for. */
export interface RoundDraft {
  /** The source, checked. */
  readonly source: ApiConfig;
  readonly sourceId: SourceId;
  /** How many nodes sign. */
  readonly quorum: number;
  /** Secrets of a private source, sealed for the nodes. */
  readonly encKeyBundle?: EncKeyBundle;
  readonly signal?: AbortSignal;
}

/** The gateway's answer, not verified yet, and what to check it against. */
export interface EarnedRound {
  /** The body of the answer. */
  readonly answer: unknown;
  readonly roundId: string;
  /** Owner of the feed that the nodes must have signed for. */
  readonly feedOwner: Address;
  /** The time that must have been signed, unix milliseconds, both included: one instant where the caller named it. */
  readonly signedAtMs: { readonly from: number; readonly to: number };
}

/** What a client lends its account for one call. */
export interface AccountIo {
  readonly gateway: GatewayHttp;
  readonly ledger: OracleLedger;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly seconds: Seconds;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly wait: Wait;
}

/**
 * A way to earn a round. A client knows none of them by name; each is an object of these functions.
 * Make one with `owner`, `delegate`, `session`, `agent`, or `payPerRequest` of the entry `x402`.
 */
export interface Account {
  /** Owner of the feeds, base58: who asks. Absent where rounds have no owner. */
  readonly feedOwner?: string;
  /** Whom sealed secrets serve, base58. Absent: every sender of the bundle. */
  readonly secretsOwner?: string;
  /** Asks for a round and answers what came, unverified. */
  earn(draft: RoundDraft, io: AccountIo): Promise<EarnedRound>;
  /** The value of `Authorization` that lets the account read what is private of a round. */
  authorizeRead?(roundId: string, io: AccountIo, signal?: AbortSignal): Promise<string>;
  /** The value of `Authorization` that lets the account simulate as itself. */
  authorizeSimulation?(input: { readonly feedId: FeedId }, io: AccountIo, signal?: AbortSignal): Promise<string>;
  /** Rounds that were asked for lately, newest first. */
  rounds?(page: Page, io: AccountIo): Promise<RoundsPage>;
  /** What is left. */
  quota?(io: AccountIo): Promise<Quota>;
}
