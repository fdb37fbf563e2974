import type { FeedHistoryAnswer, FeedsAnswer } from '@oracle-gateway/gateway-api';
import { integerOf, memberOf, membersOf, textOf } from '../base/json.js';
import { DEFAULT_RETRY } from '../base/retry-policy.js';
import { wait } from '../base/wait.js';
import type { OnDeprecated } from '../http/deprecation-notice.js';
import { createGatewayHttp } from '../http/gateway-http.js';
import { gatewayUrlIn } from '../http/gateway-url.js';
import { queryText, readData } from '../http/read-data.js';
import { DEFAULT_TIMEOUT_MS } from '../http/read-json.js';
import type { LedgerOptions } from '../ledger/deployment.js';
import type { VerifiedValue } from './verify-answer.js';
import { type ExpectedFeed, feedVerifier } from './verify-feed-answer.js';
import type { VerifyFromLedgerDeps } from './verify-from-ledger.js';

/** A public feed with its latest value, by the gateway's word. */
export type ToldFeed = FeedsAnswer['data']['feeds'][number];

/** A row of the history of a public feed, by the gateway's word: no signature covers it. */
export type ToldRow = FeedHistoryAnswer['data']['rows'][number];

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Public feeds of one gateway. Reading them costs nothing and needs no account. */
export interface LatestValues {
  /** Every public feed. @throws GatewayError, TransportError */
  readonly feeds: (options?: ReadOptions) => Promise<readonly ToldFeed[]>;
  /**
   * The latest value of a feed, verified; null where the gateway keeps none. Compare `observedAtMs` with the greatest age that you accept.
   *
   * @throws GatewayError `feed_not_found`; VerificationError; TransportError
   */
  readonly latest: (expected: ExpectedFeed, options?: ReadOptions) => Promise<VerifiedValue | null>;
  /** The latest answer as the gateway tells it, for `feedVerifier`; null where it keeps none. @throws GatewayError, TransportError */
  readonly told: (feedId: string, options?: ReadOptions) => Promise<unknown>;
  /** Rows of a span, unix seconds, oldest first. @throws GatewayError, TransportError */
  readonly history: (
    input: { readonly feedId: string; readonly from?: number; readonly to?: number; readonly step?: number },
    options?: ReadOptions,
  ) => Promise<readonly ToldRow[]>;
}

/**
 * Reads public feeds of a gateway, and verifies their values against the ledger alone.
 *
 * @throws ClientUsageError
 * @example
 * const { latest } = latestValues({ gateway: 'https://oracle.example', ledger: { rpcUrl, programId, network } });
 * const value = await latest({ feedId, source, quorum: 3 });
 */
export function latestValues(
  { gateway, ledger }: { readonly gateway: string; readonly ledger: LedgerOptions },
  deps: VerifyFromLedgerDeps & { readonly onDeprecated?: OnDeprecated } = {},
): LatestValues {
  const fetch = deps.fetch ?? ((...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call));
  const { onDeprecated } = deps;
  const http = createGatewayHttp({ baseUrl: gatewayUrlIn(gateway), fetch, timeoutMs: DEFAULT_TIMEOUT_MS, tellsWhy: true, onDeprecated });
  const io = { gateway: http, retry: DEFAULT_RETRY, clock: { now: deps.clock ?? Date.now }, random: Math.random, wait };
  const verify = feedVerifier(ledger, deps);
  const pathOf = (feedId: string): string => `/v1/feeds/${encodeURIComponent(feedId)}`;
  const told: LatestValues['told'] = async (feedId, { signal } = {}) =>
    (await readData(io, { path: pathOf(feedId), signal }, hasLatest)).latest;
  return {
    told,
    async history({ feedId, ...span }, { signal } = {}) {
      return (await readData(io, { path: `${pathOf(feedId)}/history${queryText(span)}`, signal }, hasRows)).rows;
    },
    async feeds({ signal } = {}) {
      return (await readData(io, { path: '/v1/feeds', signal }, hasFeeds)).feeds;
    },
    async latest(expected, { signal } = {}) {
      const latest = await told(expected.feedId, { signal });
      if (latest === null) return null;
      return verify({ answer: memberOf(latest, 'result'), place: integerOf(memberOf(latest, 'place')), expected, signal });
    },
  };
}

function hasFeeds(data: unknown): data is { readonly feeds: readonly ToldFeed[] } {
  const feeds = memberOf(data, 'feeds');
  return Array.isArray(feeds) && feeds.every((feed) => textOf(memberOf(feed, 'feedId')) !== undefined && isQuorum(feed));
}

function isQuorum(feed: unknown): boolean {
  return integerOf(memberOf(feed, 'signaturesRequired')) !== undefined;
}

function hasRows(data: unknown): data is { readonly rows: readonly ToldRow[] } {
  const rows = memberOf(data, 'rows');
  return Array.isArray(rows) && rows.every((row) => integerOf(memberOf(row, 'at')) !== undefined && isDecimals(row));
}

function isDecimals(row: unknown): boolean {
  return ['value', 'low', 'high'].every((name) => Number.isFinite(Number(textOf(memberOf(row, name)) ?? Number.NaN)));
}

function hasLatest(data: unknown): data is { readonly latest: unknown } {
  const latest = memberOf(data, 'latest');
  return latest === null || membersOf(latest) !== undefined;
}
