import { ed25519 } from '@noble/curves/ed25519.js';
import type { ExecuteRoundRequest } from '@oracle-gateway/gateway-api';
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
  readonly ownerKey: SecretKey;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  /** Unix seconds. */
  readonly timestampSeconds: number;
}

/** What a caller knows of its own round: everything that is needed to judge the answer without asking anybody. */
export interface PriceRound {
  readonly request: ExecuteRoundRequest;
  readonly apiConfig: ApiConfig;
  readonly owner: Address;
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
  readonly timestampSeconds: UnixSeconds;
}

/** A request for the price of the sample source, signed by the owner of a subscription (interface §4.1). */
export function preparePriceRound(input: PriceRoundInput): PriceRound {
  const { ownerKey, signaturesRequired } = input;
  const timestampSeconds = unixSeconds(input.timestampSeconds);
  const owner = addressOf(ownerKey);
  const plainConfig = { url: `${input.sourceUrl}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' } as const;
  const apiConfig = parseApiConfig(plainConfig);
  const sourceId = deriveSourceId(apiConfig);
  const feedId = deriveFeedId({ owner, sourceId, signaturesRequired });
  const authSig = ed25519.sign(requestAuthHash({ feedId, timestampSeconds }), ownerKey.subarray(0, 32));
  return {
    request: {
      subscriptionOwner: formatAddress(owner),
      consumerAuthority: formatAddress(owner),
      signaturesRequired,
      timestamp: timestampSeconds,
      registryVersion: input.registryVersion,
      authSig: toHex(authSig),
      apiConfig: plainConfig,
    },
    apiConfig,
    owner,
    feedId,
    sourceId,
    signaturesRequired,
    timestampSeconds,
  };
}
