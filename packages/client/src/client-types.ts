import type { OpenSession } from './base/open-session.js';
import type { ApiConfigInput, ValuesInput, SourceInput } from './base/source.js';
import type { FeedRoundsPage, Info, Nodes, Page, ListedProvider, Providers, Quota, RoundsPage, RoundStatus, Usage } from './reads/reads.js';
import type { Settlement } from './reads/settlement.js';
import type { ListSimulation, Simulation } from './simulations/simulation.js';
import type { UsageQuery } from './rounds/account.js';
import type { VerifiedValue, VerifiedValues } from './verify/verify-answer.js';
import type { Expected, ExpectedList } from './verify/verify-from-ledger.js';

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, and every wait of it; its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** Options of a dry run. */
export interface SimulateOptions extends CallOptions {
  /** Number of nodes that sign; a majority of the ledger's registry unless set (`defaultQuorum`). Another quorum is another feed. */
  readonly quorum?: number;
  /**
   * Secrets by the name of their placeholder `{{secret.<name>}}`. They are sealed for the nodes of the ledger's registry; the gateway
   * cannot read them. Each of several sources gets the secrets that it asks for. Two hosts never get a secret of one name.
   */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Options of a round. */
export interface RoundOptions extends SimulateOptions {
  /** `paymentId` of an `UnknownOutcomeError`: goes on with that payment instead of making another one. */
  readonly paymentId?: string;
  /**
   * Hears an idempotency key of the round before a request leaves that may be charged, so that it can be kept first. A round that takes another
   * identity has another key; the last one counts. Where it fails, nothing is sent and its error is thrown.
   */
  readonly onIdempotencyKey?: (key: string) => Promise<void>;
  /**
   * The key that `onIdempotencyKey` of an earlier call received, such as one of a process that has died. Its round is looked up and gone on with; it
   * is charged once. Names serve for an hour.
   */
  readonly resume?: string;
}

/** Options that are of a list alone. */
type ListTerms = Pick<ValuesInput, 'minValues'>;

/** Options of a round of several sources. */
export interface ListOptions extends RoundOptions, ListTerms {
  /** Keeps what the nodes observed with the result. It may have 100 KB, so that a list keeps none otherwise. */
  readonly evidence?: boolean;
}

/** Options of a watch. */
export interface WatchOptions extends SimulateOptions {
  /** Milliseconds from the beginning of one round to that of the next. */
  readonly everyMs: number;
}

/** Options of a wait for a settlement. */
export interface SettledOptions extends CallOptions {
  /** Two minutes unless set; ten for `follow`. */
  readonly timeoutMs?: number;
}

/** The round that a verified answer is of. */
export interface AnsweredRound {
  /** Base58. */
  readonly roundId: string;
  /** The gateway's answer as received: store it; `verify` and `verifyFromLedger` take it. */
  readonly answer: unknown;
  /**
   * Resolves when the round is settled on the ledger, or its payment has landed there.
   *
   * @throws NotSettledError when it will not be; UnknownOutcomeError when the time is up; VerificationError `not_settled` when the gateway
   *   claims what the ledger does not have
   * @example
   * const { kind, signature } = await round.settled({ timeoutMs: 30_000 });
   */
  settled(options?: SettledOptions): Promise<Settlement>;
}

/** A verified value and its round. */
export interface Round extends VerifiedValue, AnsweredRound {}

/** The verified values of a list and their round. */
export interface ListRound extends VerifiedValues, AnsweredRound {}

/** A client of one gateway, for one account. Every function may throw `GatewayError`, `TransportError` and `ClientUsageError`. */
export interface Client {
  /**
   * Asks for one value, and answers it verified.
   *
   * @throws VerificationError when the answer is not what the nodes signed; SpendingLimitError before anything is signed;
   *   UnknownOutcomeError when it is not known whether the round is charged
   * @example
   * const { value } = await client.round({ url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' });
   */
  round(source: SourceInput, options?: RoundOptions): Promise<Round>;
  /**
   * Asks for the values of 2 to 32 sources in one round: one payment, one signature. Each is verified as that of its source, and belongs to
   * the feed that a round of this source alone would have.
   *
   * @throws likewise; GatewayError `no_quorum_value` where fewer than `minValues` sources have one: its message names each that lacks one
   * @example
   * const { values } = await client.values([btc, eth, sol], { minValues: 2 });
   * for (const { source, value } of values) console.log(source.url, value ?? 'none');
   */
  values(sources: readonly ApiConfigInput[], options?: ListOptions): Promise<ListRound>;
  /**
   * A round every so often, one at a time, without drift: a consumer that is busy is waited for. A failure is thrown, and ends it; so does
   * the signal, which throws nothing.
   *
   * @example
   * for await (const { value } of client.watch(source, { everyMs: 10_000, signal })) console.log(value);
   */
  watch(source: SourceInput, options: WatchOptions): AsyncIterable<Round>;
  /**
   * A dry run: nodes observe the source, no node signs, nothing is paid. The values are the gateway's word, verified by nothing. Without an
   * account that can sign for itself, and for `payPerRequest`, one node is asked.
   *
   * @throws VerificationError when the answer is of another source or quorum, or breaks its form
   * @example
   * const { wouldSign, reason, nodes } = await client.simulate(source);
   */
  simulate(source: SourceInput, options?: SimulateOptions): Promise<Simulation>;
  /** A dry run of a list. @throws likewise */
  simulateValues(sources: readonly ApiConfigInput[], options?: SimulateOptions & ListTerms): Promise<ListSimulation>;
  /** Quorum of a round that names none: a majority of the ledger's registry. Needed only to say so before. @throws TransportError */
  defaultQuorum(source: SourceInput, options?: CallOptions): Promise<number>;
  /**
   * Verifies an answer that was stored, flat or nested. `owner` is the account's feed owner unless set. The caller decides on the greatest
   * age: compare `observedAtMs`.
   *
   * @throws VerificationError, TransportError
   * @example
   * const { value } = await client.verify(stored, { source, quorum: 3, owner });
   */
  verify(answer: unknown, expected: Expected, options?: CallOptions): Promise<VerifiedValue>;
  /**
   * Verifies a stored answer of a list likewise.
   *
   * @throws likewise
   * @example
   * const { values } = await client.verifyValues(stored, { sources: [btc, eth, sol], minValues: 2, quorum: 3, owner });
   */
  verifyValues(answer: unknown, expected: ExpectedList, options?: CallOptions): Promise<VerifiedValues>;
  /** State of a round, by the gateway's record: its `result` is not verified. The result of a private source is shown to its account. */
  roundStatus(roundId: string, options?: CallOptions): Promise<RoundStatus>;
  /**
   * The states of a round as they come, until none can follow or ten minutes are over: the gateway's word. `settled` of a round believes the
   * ledger alone.
   *
   * @example
   * for await (const { state, settlement } of client.follow(round.roundId)) console.log(state, settlement?.signature);
   */
  follow(roundId: string, options?: SettledOptions): AsyncIterable<RoundStatus>;
  /** Description of the gateway, its program and its prices: its own word. */
  info(options?: CallOptions): Promise<Info>;
  /** The nodes, by the gateway's word. */
  nodes(options?: CallOptions): Promise<Nodes>;
  /** Data providers with ready-made sources. */
  providers(options?: CallOptions): Promise<Providers>;
  /** One of them: `apiConfig` of a feed is a source for `round`. @throws GatewayError `provider_not_found` */
  provider(id: string, options?: CallOptions): Promise<ListedProvider>;
  /** Rounds of a feed that are on record, newest first, by the gateway's word. @param feedId 32 bytes in hex */
  feedRounds(feedId: string, page?: Page): Promise<FeedRoundsPage>;
  /**
   * Rounds that the account has asked for lately, newest first; for the owner of a subscription those of its delegates too. @throws ClientUsageError
   * where the account has no such list
   */
  rounds(page?: Page): Promise<RoundsPage>;
  /**
   * Remaining balance of the account: rounds of a subscription, or the balance of an escrow. @throws ClientUsageError where an account has
   * no such reading
   */
  quota(options?: CallOptions): Promise<Quota>;
  /**
   * Charges of the account in a month, by day, path and delegate: the gateway's word. A delegate sees its own part. @throws ClientUsageError
   * where an account signs nothing that shows whose it is
   *
   * @example
   * const { month, usage } = await client.usage({ month: '2026-11' });
   * console.log(month, usage.reduce((sum, { amount }) => sum + amount, 0n));
   */
  usage(query?: UsageQuery): Promise<Usage>;
  /** Opens the session of a `session` account, or answers the open one, to be kept. @throws ClientUsageError for another account */
  signIn(options?: CallOptions): Promise<OpenSession>;
  /** Ends it. @throws ClientUsageError for another account */
  signOut(options?: CallOptions): Promise<void>;
}
