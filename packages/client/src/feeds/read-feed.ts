import { type Address, deriveFeedId, formatScaled, NO_OWNER, toAddress, toHex } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  AccountDecodeError,
  type ConfigAccount,
  configAddress,
  decodeConfig,
  feedAddress,
  type FeedMode,
  type FeedRefusal,
  judgeFeed,
} from '@oracle-gateway/protocol/accounts';
import { ClientUsageError, OracleGatewayError, TransportError } from '../base/errors.js';
import { quorumIn, type SourceInput, sourceIn } from '../base/source.js';
import { addressIn } from '../ledger/deployment.js';
import type { AccountSource, HeldAccount } from './account-source.js';
import { feedIdIn } from '../base/feed-id-in.js';

/** The feed that a reader expects. It is configured once, never taken from a caller. */
export interface FeedSettings {
  /** The oracle program, base58. */
  readonly programId: string;
  /** 32 bytes as 0x hex. It names source, owner and quorum. */
  readonly feedId: string;
  readonly mode: FeedMode;
  /** Decimal places of the value; by default any, because `value` has them applied. */
  readonly decimals?: number;
  /** Fewest nodes that signed. */
  readonly minSignatures: number;
  /** Oldest value of use. Its age counts from the stamp. */
  readonly maxAgeMs: number;
}

/** The value of a feed, with the facts by which it was judged. */
export interface FeedReading {
  /** Value as decimal text, such as `64628.31`. */
  readonly value: string;
  /** The value × 10^decimals. */
  readonly scaled: bigint;
  readonly decimals: number;
  /**
   * The stamp, unix milliseconds: no node asked the source before it. It tells how long ago nodes asked at most, not how old the source's own
   * answer was then.
   */
  readonly observedAtMs: number;
  /** Time of the request whose value it is, unix milliseconds. */
  readonly timestampMs: number;
  /** 1: the value of one source. 2 to 32: of an index of so many. */
  readonly form: number;
  /** Number of nodes that signed. */
  readonly signatures: number;
  readonly registryVersion: bigint;
  /** Slot in which the value was written. */
  readonly slot: bigint;
}

/** The ledger's feed must not be used. `reason` says why. */
export class FeedError extends OracleGatewayError {
  override readonly name = 'FeedError';
  readonly code = 'feed_refused';

  constructor(readonly reason: FeedRefusal) {
    super(`feed: ${MEANINGS[reason]}`);
  }
}

const MEANINGS: Readonly<Record<FeedRefusal, string>> = {
  absent: 'no value was submitted yet; submit a round of it',
  other_owner: 'the account belongs to another program; check programId',
  malformed: 'the account has another form; check programId',
  other_feed: 'the account holds another feed; check feedId',
  other_mode: 'the value has another mode, or the feed does not know it yet; show its source, or check mode',
  other_decimals: 'the value has other decimals; check decimals',
  too_few_signatures: 'fewer nodes signed than minSignatures; check feedId',
  stale: 'the value is older than maxAgeMs; submit a newer round',
  ahead: 'the value lies more than 2 s ahead of the clock; check the clock',
  version_ended: 'an emergency ended the registry version whose nodes signed; submit a newer round',
};

/**
 * Reads the value of a feed that any party keeps on the ledger. It asks for the feed and the program's Config in one call, and trusts the
 * operator of that server to tell what the ledger holds.
 *
 * @throws FeedError where the feed must not be used. ClientUsageError for wrong settings. TransportError for an answer without the
 * accounts. Any error of the library that reads accounts.
 */
export async function readFeed(
  settings: FeedSettings,
  deps: { readonly accounts: AccountSource; readonly nowMs: number },
): Promise<FeedReading> {
  const programId = addressIn('programId', settings.programId);
  const feedId = feedIdIn(settings.feedId);
  const { mode, decimals, minSignatures, maxAgeMs } = settings;
  requireWhole('minSignatures', minSignatures, 1);
  requireWhole('maxAgeMs', maxAgeMs, 0);
  if (!Number.isFinite(deps.nowMs)) throw new ClientUsageError('nowMs', 'must be unix milliseconds');
  const [account, configAccount, ...rest] = await deps.accounts([feedAddress(programId, feedId), configAddress(programId)]);
  if (account === undefined || configAccount === undefined || rest.length > 0)
    throw new TransportError('ledger', "the ledger's RPC answered without the accounts");
  const expectation = { programId, feedId, mode, minSignatures, maxAgeMs, ...(decimals === undefined ? {} : { decimals }) };
  const held = account === null ? null : { owner: toAddress(account.owner), data: account.data };
  const config = configOf(configAccount, programId);
  const verdict = judgeFeed({ account: held, config, nowMs: deps.nowMs }, expectation);
  if (!verdict.ok) throw new FeedError(verdict.reason);
  const { scaled, feed } = verdict;
  return {
    value: formatScaled(scaled, verdict.decimals),
    scaled,
    decimals: verdict.decimals,
    observedAtMs: Number(feed.observedAtMs),
    timestampMs: Number(feed.timestampMs),
    form: feed.form,
    signatures: feed.signaturesRequired,
    registryVersion: feed.registryVersion,
    slot: feed.slot,
  };
}

/** The id of the feed that a round of this source or index, owner and quorum belongs to. Rounds that are paid for one by one have no owner. */
export function feedIdOf(input: { readonly source: SourceInput; readonly owner?: string; readonly quorum: number }): string {
  const owner = input.owner === undefined ? NO_OWNER : addressIn('owner', input.owner);
  return toHex(deriveFeedId({ owner, sourceId: sourceIn(input.source).sourceId, signaturesRequired: quorumIn(input.quorum) }));
}

/** @throws ClientUsageError */
function configOf(account: HeldAccount | null, programId: Address): ConfigAccount {
  try {
    if (account !== null && equalBytes(account.owner, programId)) return decodeConfig(account.data);
  } catch (error) {
    if (!(error instanceof AccountDecodeError)) throw error;
  }
  throw new ClientUsageError('programId', 'must be an oracle program that is initialised on this ledger');
}

function requireWhole(field: string, value: number, minimum: number): void {
  if (!Number.isSafeInteger(value) || value < minimum) throw new ClientUsageError(field, `must be a whole number from ${minimum}`);
}
