import type { ApiConfigBody } from '@oracle-gateway/gateway-api';
import {
  deriveFeedId,
  deriveSourceId,
  parseApiConfig,
  unixSeconds,
  type Address,
  type ApiConfig,
  type FeedId,
  type SourceId,
  type UnixSeconds,
} from '@oracle-gateway/protocol';

/** The caller's own record of its round, on every path: all inputs to verify the answer locally. */
export interface AskedPrice {
  readonly apiConfig: ApiConfig;
  /** The feed's owner: the key that sends the request. */
  readonly owner: Address;
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
}

export function askedPrice(input: {
  readonly source: ApiConfigBody;
  readonly owner: Address;
  readonly signaturesRequired: number;
  /** Unix seconds. */
  readonly timestampSeconds: number;
}): AskedPrice {
  const { owner, signaturesRequired } = input;
  const apiConfig = parseApiConfig(input.source);
  const sourceId = deriveSourceId(apiConfig);
  const feedId = deriveFeedId({ owner, sourceId, signaturesRequired });
  return { apiConfig, owner, feedId, sourceId, signaturesRequired, timestampSeconds: unixSeconds(input.timestampSeconds) };
}

/** The price of the sample source `price`. */
export function steadyPrice(sourceUrl: string): ApiConfigBody {
  return { url: `${sourceUrl}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' };
}
