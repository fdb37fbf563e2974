import { ed25519 } from '@noble/curves/ed25519.js';
import type { ApiConfigBody, ExecuteRoundRequest } from '@oracle-gateway/gateway-api';
import {
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  parseApiConfig,
  requestAuthHash,
  toHex,
  unixSeconds,
  type Address,
  type ApiConfig,
  type FeedId,
  type SourceId,
  type UnixSeconds,
} from '@oracle-gateway/protocol';

import { addressOf, type SecretKey } from '../world/keypair.js';

export interface PriceRoundInput {
  /** Base URL of the sample source `price`. */
  readonly sourceUrl: string;
  /** Default: the steady price of that source. */
  readonly apiConfig?: ApiConfigBody;
  /** Of the feed: who asks. */
  readonly ownerKey: SecretKey;
  /** Default: who asks. Another one when a delegate does. */
  readonly subscriptionOwner?: Address;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  /** Unix seconds. */
  readonly timestampSeconds: number;
}

/** What a caller knows of its own round: everything that is needed to judge the answer without asking anybody. */
export interface PriceRound {
  readonly request: ExecuteRoundRequest;
  readonly apiConfig: ApiConfig;
  /** Of the feed: who asks. */
  readonly owner: Address;
  readonly subscriptionOwner: Address;
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
}

/** A request for the price of the sample source, signed by whoever asks (interface §4.1). */
export function preparePriceRound(input: PriceRoundInput): PriceRound {
  const { ownerKey, signaturesRequired } = input;
  const timestampSeconds = unixSeconds(input.timestampSeconds);
  const owner = addressOf(ownerKey);
  const subscriptionOwner = input.subscriptionOwner ?? owner;
  const plainConfig = input.apiConfig ?? steadyPrice(input.sourceUrl);
  const apiConfig = parseApiConfig(plainConfig);
  const sourceId = deriveSourceId(apiConfig);
  const feedId = deriveFeedId({ owner, sourceId, signaturesRequired });
  const authSig = ed25519.sign(requestAuthHash({ feedId, timestampSeconds }), ownerKey.subarray(0, 32));
  return {
    request: {
      subscriptionOwner: formatAddress(subscriptionOwner),
      consumerAuthority: formatAddress(owner),
      signaturesRequired,
      timestamp: timestampSeconds,
      registryVersion: input.registryVersion,
      authSig: toHex(authSig),
      apiConfig: plainConfig,
    },
    apiConfig,
    owner,
    subscriptionOwner,
    feedId,
    sourceId,
    signaturesRequired,
    timestampSeconds,
  };
}

function steadyPrice(sourceUrl: string): ApiConfigBody {
  return { url: `${sourceUrl}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' };
}
