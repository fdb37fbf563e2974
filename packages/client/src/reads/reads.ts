import type { InfoAnswer, NodesAnswer, ProviderAnswer, ProvidersAnswer, RoundAnswer, UsageAnswer } from '@oracle-gateway/gateway-api';

/** Description of a gateway, its program and its prices: its own word. */
export type Info = InfoAnswer['data'];
/** The nodes, as the gateway names them. */
export type Nodes = NodesAnswer['data'];
/** The providers of a gateway, as `GET /v1/providers` lists them. */
export type Providers = ProvidersAnswer['data']['providers'];
/** One provider with its flows and feeds, as `GET /v1/providers/{providerId}` tells it. */
export type ListedProvider = ProviderAnswer['data'];
/** State of a round, as its record has it. `result` is not verified: hand it to `verify`. */
export type RoundStatus = RoundAnswer['data'];

/** Usage as the gateway writes it. */
export type WrittenUsage = UsageAnswer['data'];

/** Charges of one UTC day by one path, for the owner itself or for one delegate. */
export interface UsageOfDay extends Omit<WrittenUsage['usage'][number], 'amount'> {
  /** Such as `2026-11-30`. */
  readonly day: string;
  /** Base58; null: the owner itself. `others`: delegates beyond the number that a gateway counts apart. */
  readonly delegate: string | null;
  readonly rounds: number;
  /** Sources of the rounds, which a list or an index has several of. */
  readonly units: number;
  /** Atomic units of the stablecoin; 0 of rounds that a subscription paid in advance. */
  readonly amount: bigint;
}

/** Charges of a key in a month, by the gateway's word; for a delegate its own. */
export interface Usage {
  /** UTC, such as `2026-11`. */
  readonly month: string;
  /** By day, path and delegate. */
  readonly usage: readonly UsageOfDay[];
}

/** Which part of a list is asked for. */
export interface Page {
  /** Rounds of a page, 1 to 100. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly before?: string;
  readonly signal?: AbortSignal;
}

/** One round of a list. */
export interface RoundSummary {
  readonly roundId: string;
  readonly state: RoundStatus['state'];
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly reason?: string;
  readonly [member: string]: unknown;
}

/** Rounds, newest first. */
export interface RoundsPage {
  readonly rounds: readonly RoundSummary[];
  /** `before` of the next page; null on the last. */
  readonly next: string | null;
}

/** One round of a feed. Its value is the gateway's word: hand `result` of its status to `verify`. */
export interface FeedRound extends RoundSummary {
  /** Signed timestamp, unix seconds; absent where none was signed. */
  readonly timestamp?: number;
  /** Decimal text; absent for a private source, and where nothing was signed. */
  readonly value?: string;
  /** Number of nodes that signed. */
  readonly signers?: number;
}

/** A page of a feed's rounds, newest first: the gateway's word. */
export interface FeedRoundsPage extends RoundsPage {
  readonly rounds: readonly FeedRound[];
}

/**
 * Remaining balance of an account, by the gateway's word: the members of `GET /v1/subscription/{owner}/status`, such as `availableRounds`
 * and `expiresAt`, with those of a delegate in `delegate`; for an agent those of `GET /v1/agent/{payer}/status`, such as `ataBalance`.
 */
export interface Quota {
  readonly [member: string]: unknown;
}
