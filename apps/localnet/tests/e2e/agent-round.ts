import { ed25519 } from '@noble/curves/ed25519.js';
import type { ExecuteAgentRoundRequest } from '@oracle-gateway/gateway-api';
import { agentRequestAuthHash, formatAddress, toHex, type Address } from '@oracle-gateway/protocol';

import { addressOf, type SecretKey } from '../../src/base/keypair.js';
import { askedPrice, steadyPrice, type AskedPrice } from '../../src/demo/asked-price.js';

export interface AgentRoundInput {
  /** Base URL of the sample source `price`. */
  readonly sourceUrl: string;
  readonly payerKey: SecretKey;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  /** Unix seconds. */
  readonly timestampSeconds: number;
  /** The price, atomic units. */
  readonly amountAtomic: bigint;
}

export interface AgentRound extends AskedPrice {
  /** Request without a signature, to ask for the terms. */
  readonly unsigned: ExecuteAgentRoundRequest;
  readonly amountAtomic: bigint;
  /** The same request with the payer's signature (docs/api.md#post-v1agentexecute). */
  readonly sign: (parties: AgentParties) => ExecuteAgentRoundRequest;
}

/** Accounts that the payer's signature names. */
export interface AgentParties {
  readonly escrow: Address;
  readonly gateway: Address;
}

/** An agent's request for the price of the sample source. */
export function prepareAgentRound(input: AgentRoundInput): AgentRound {
  const { payerKey, amountAtomic } = input;
  const source = steadyPrice(input.sourceUrl);
  const asked = askedPrice({ ...input, source, owner: addressOf(payerKey) });
  const { owner, feedId, signaturesRequired, timestampSeconds } = asked;
  const unsigned = {
    payer: formatAddress(owner),
    canonical_timestamp: timestampSeconds,
    signatures_required: signaturesRequired,
    amount: Number(amountAtomic),
    registry_version: input.registryVersion,
    apiConfig: source,
  };
  return {
    ...asked,
    unsigned,
    amountAtomic,
    sign(parties) {
      const hash = agentRequestAuthHash({ ...parties, feedId, canonicalTimestampSeconds: timestampSeconds, amountAtomic });
      return { ...unsigned, agent_request_auth_sig: toHex(ed25519.sign(hash, payerKey.subarray(0, 32))) };
    },
  };
}
