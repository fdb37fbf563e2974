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

import { addressOf, type SecretKey } from '../base/keypair.js';

export interface PriceRoundInput {
  /** Base URL of the sample source `price`. */
  readonly sourceUrl: string;
  /** Default: the steady price of that source. */
  readonly apiConfig?: ApiConfigBody;
  /** The feed's owner: the key that sends the request. */
  readonly ownerKey: SecretKey;
  /** Default: the feed's owner. Another key if a delegate sends the request. */
  readonly subscriptionOwner?: Address;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  /** Unix seconds. */
  readonly timestampSeconds: number;
}

/** What a caller knows of its own round on every path to pay: all inputs to verify the answer locally. */
export interface AskedPrice {
  readonly apiConfig: ApiConfig;
  /** The feed's owner: the key that sends the request. */
  readonly owner: Address;
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
}

export interface PriceRound extends AskedPrice {
  readonly request: ExecuteRoundRequest;
  readonly subscriptionOwner: Address;
}

export interface PriceQuestion {
  readonly asked: AskedPrice;
  /** The source in the form of a request. */
  readonly plainConfig: ExecuteRoundRequest['apiConfig'];
}

export function askForPrice(input: Omit<PriceRoundInput, 'subscriptionOwner' | 'registryVersion'>): PriceQuestion {
  const { ownerKey, signaturesRequired } = input;
  const owner = addressOf(ownerKey);
  const plainConfig = input.apiConfig ?? steadyPrice(input.sourceUrl);
  const apiConfig = parseApiConfig(plainConfig);
  const sourceId = deriveSourceId(apiConfig);
  const feedId = deriveFeedId({ owner, sourceId, signaturesRequired });
  const asked: AskedPrice = {
    apiConfig,
    owner,
    feedId,
    sourceId,
    signaturesRequired,
    timestampSeconds: unixSeconds(input.timestampSeconds),
  };
  return { asked, plainConfig };
}

/** A request for the price of the sample source, signed by the requester (interface §4.1). */
export function preparePriceRound(input: PriceRoundInput): PriceRound {
  const { asked, plainConfig } = askForPrice(input);
  const { owner, feedId, signaturesRequired, timestampSeconds } = asked;
  const subscriptionOwner = input.subscriptionOwner ?? owner;
  const authSig = ed25519.sign(requestAuthHash({ feedId, timestampSeconds }), input.ownerKey.subarray(0, 32));
  return {
    ...asked,
    request: {
      subscriptionOwner: formatAddress(subscriptionOwner),
      consumerAuthority: formatAddress(owner),
      signaturesRequired,
      timestamp: timestampSeconds,
      registryVersion: input.registryVersion,
      authSig: toHex(authSig),
      apiConfig: plainConfig,
    },
    subscriptionOwner,
  };
}

/** The price of the sample source `price`. */
export function steadyPrice(sourceUrl: string): ApiConfigBody {
  return { url: `${sourceUrl}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' };
}
