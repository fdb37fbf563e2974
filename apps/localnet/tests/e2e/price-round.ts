import { ed25519 } from '@noble/curves/ed25519.js';
import type { ApiConfigBody, ExecuteRoundRequest } from '@oracle-gateway/gateway-api';
import { deriveFeedId, formatAddress, requestAuthHash, toHex, type Address, unitsOf } from '@oracle-gateway/protocol';
import { parseSubject, sourceSubject } from '@oracle-gateway/protocol/internal';

import { addressOf, type SecretKey } from '../../src/base/keypair.js';
import { askedPrice, steadyPrice, type AskedPrice } from '../../src/demo/asked-price.js';

export interface PriceRoundInput {
  /** Base URL of the sample source `price`. */
  readonly sourceUrl: string;
  /** Default: the steady price of that source. */
  readonly apiConfig?: ApiConfigBody;
  /** Sources of a list, in place of one. */
  readonly apiConfigs?: readonly ApiConfigBody[];
  /** The feed's owner: the key that sends the request. */
  readonly ownerKey: SecretKey;
  /** Default: the feed's owner. Another key if a delegate sends the request. */
  readonly subscriptionOwner?: Address;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  /** Unix seconds. */
  readonly timestampSeconds: number;
}

/** A request by hand: a test sends exactly these bytes, once. */
export interface PriceRound extends AskedPrice {
  readonly request: ExecuteRoundRequest;
  readonly subscriptionOwner: Address;
  /** Rounds that it is charged as. */
  readonly units: number;
}

/** A request for the price of the sample source, signed by the requester (docs/api.md#post-v1roundexecute). */
export function preparePriceRound(input: PriceRoundInput): PriceRound {
  const { apiConfigs } = input;
  const source = input.apiConfig ?? apiConfigs?.[0] ?? steadyPrice(input.sourceUrl);
  const asked = askedPrice({ ...input, source, owner: addressOf(input.ownerKey) });
  const { owner, signaturesRequired, timestampSeconds } = asked;
  const { sourceId, form } = apiConfigs === undefined ? sourceSubject(asked.apiConfig) : parseSubject({ apiConfigs });
  const feedId = deriveFeedId({ owner, sourceId, signaturesRequired });
  const subscriptionOwner = input.subscriptionOwner ?? owner;
  const authSig = ed25519.sign(requestAuthHash({ feedId, timestampSeconds }), input.ownerKey.subarray(0, 32));
  return {
    ...asked,
    sourceId,
    feedId,
    units: unitsOf(form),
    request: {
      subscriptionOwner: formatAddress(subscriptionOwner),
      consumerAuthority: formatAddress(owner),
      signaturesRequired,
      timestamp: timestampSeconds,
      registryVersion: input.registryVersion,
      authSig: toHex(authSig),
      ...(apiConfigs === undefined ? { apiConfig: source } : { apiConfigs: [...apiConfigs] }),
    },
    subscriptionOwner,
  };
}
