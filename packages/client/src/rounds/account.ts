import type { Address } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { Clock, StampWindow } from '../base/clock.js';
import type { OpenSession } from '../base/open-session.js';
import type { RetryPolicy } from '../base/retry-policy.js';
import type { Wait } from '../base/wait.js';
import type { GatewayHttp } from '../http/gateway-http.js';
import type { OracleLedger } from '../ledger/oracle-ledger.js';
import type { Page, Quota, RoundsPage, Usage } from '../reads/reads.js';
import type { Settlement } from '../reads/settlement.js';
import type { Seconds } from './seconds.js';

/** One round to be asked for. */
export interface RoundDraft {
  /** The source, the index or the list, checked. */
  readonly subject: Subject;
  /** Number of nodes that sign. */
  readonly quorum: number;
  /** Members of the request that name the subject, with the secrets of its private sources, sealed for the nodes. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Idempotency key of an earlier call, to continue it where rounds are paid per request. */
  readonly paymentId?: string | undefined;
  /** Idempotency key that `onIdempotencyKey` reported in an earlier call, to continue its round. */
  readonly resume?: string | undefined;
  /** Hears the idempotency key of the round before a request leaves that may be charged. Nothing is sent where it fails. */
  readonly onIdempotencyKey?: ((key: string) => Promise<void>) | undefined;
  readonly signal?: AbortSignal;
}

/** The gateway's answer, not verified yet, with the terms to verify it against. */
export interface EarnedRound {
  /** The body of the answer. */
  readonly answer: unknown;
  readonly roundId: string;
  /** Owner of the feed that the nodes must have signed for. */
  readonly feedOwner: Address;
  /** Time of the request, unix milliseconds, where the caller named it. */
  readonly timestampMs?: number;
  /** The stamps that may have been signed: nodes asked during this call, or the one that it goes on with. */
  readonly observedAtMs: StampWindow;
  /**
   * Whether the ledger has what the gateway claims of the settlement.
   *
   * @param input `message`: 32 bytes that the nodes signed
   * @throws VerificationError when the ledger contradicts; TransportError when it cannot be read
   */
  isOnLedger(input: { readonly settlement: Settlement; readonly message: Uint8Array }, signal?: AbortSignal): Promise<boolean>;
}

/** Input and output that a client lends its account for one call. */
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

/** Options of a call that an account makes for itself; `signal` ends it. */
export interface AccountCall {
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call for a credential; `refused` is the one that the gateway has refused, in whose place another is asked for. */
export interface CredentialCall extends AccountCall {
  readonly refused?: string | undefined;
}

/** Which part of the usage is asked for. */
export interface UsageQuery extends AccountCall {
  /** UTC, such as `2026-11`; the present one unless set. A gateway keeps 62 days. */
  readonly month?: string | undefined;
}

/**
 * A way to earn a round. A client knows none of them by name; each is an object of these functions.
 * Make one with `owner`, `delegate`, `session`, `agent`, or `payPerRequest` of the entry `x402`.
 */
export interface Account {
  /** Owner of the feeds, base58: who asks. 32 zero bytes where rounds have no owner. Keep it to `verify` a stored answer. */
  readonly feedOwner: string;
  /** Whom sealed secrets serve, base58. Absent: every sender of the bundle. */
  readonly secretsOwner?: string;
  /** Asks for a round and answers what came, unverified. */
  earn(draft: RoundDraft, io: AccountIo): Promise<EarnedRound>;
  /** The value of `Authorization` that lets the account read what is private of a round. */
  authorizeRead?(roundId: string, io: AccountIo, call?: CredentialCall): Promise<string>;
  /** The value of `Authorization` that lets the account simulate as itself. */
  authorizeSimulation?(draft: Pick<RoundDraft, 'subject'>, io: AccountIo, call?: CredentialCall): Promise<string>;
  /** Rounds that were asked for lately, newest first. */
  rounds?(page: Page, io: AccountIo, call?: AccountCall): Promise<RoundsPage>;
  /** Remaining balance of the account. */
  quota?(io: AccountIo, call?: AccountCall): Promise<Quota>;
  /** Charges of a month. */
  usage?(query: UsageQuery, io: AccountIo): Promise<Usage>;
  /** Opens a session, or answers the open one. */
  signIn?(io: AccountIo, call?: AccountCall): Promise<OpenSession>;
  /** Ends it. */
  signOut?(io: AccountIo, call?: AccountCall): Promise<void>;
}
