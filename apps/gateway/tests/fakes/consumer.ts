import { generateKeyPairSync, sign } from 'node:crypto';
import type { ExecuteRoundRequest } from '@oracle-gateway/gateway-api';
import {
  type Address,
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  parseApiConfig,
  requestAuthHash,
  toAddress,
  toHex,
  unixSeconds,
} from '@oracle-gateway/protocol';

export interface Consumer {
  readonly address: Address;
  readonly text: string;
  /** A complete request with a good `authSig` over exactly these members; `changes` made afterwards are not signed again. */
  request(terms?: Partial<RequestTerms>): ExecuteRoundRequest;
}

export interface RequestTerms {
  readonly signaturesRequired: number;
  readonly timestamp: number;
  readonly registryVersion: number;
  readonly apiConfig: ExecuteRoundRequest['apiConfig'];
}

export const PRICE_SOURCE = {
  url: 'https://api.example.com/v2/prices/BTC-USD/spot',
  method: 'GET',
  responseParser: '$.data.amount',
} as const;

export function createConsumer(): Consumer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const address = toAddress(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const text = formatAddress(address);
  return {
    address,
    text,
    request(terms = {}) {
      const { signaturesRequired, timestamp, registryVersion, apiConfig } = {
        signaturesRequired: 2,
        timestamp: Math.floor(Date.now() / 1000),
        registryVersion: 1,
        apiConfig: PRICE_SOURCE,
        ...terms,
      };
      const sourceId = deriveSourceId(parseApiConfig(apiConfig));
      const feedId = deriveFeedId({ owner: address, sourceId, signaturesRequired });
      const hash = requestAuthHash({ feedId, timestampSeconds: unixSeconds(timestamp) });
      return {
        subscriptionOwner: text,
        consumerAuthority: text,
        signaturesRequired,
        timestamp,
        registryVersion,
        authSig: toHex(sign(null, hash, privateKey)),
        apiConfig,
      };
    },
  };
}
