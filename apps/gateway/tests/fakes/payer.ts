import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult, sign } from 'node:crypto';
import type { ExecuteAgentRoundRequest } from '@oracle-gateway/gateway-api';
import { type Address, agentRequestAuthHash, deriveFeedId, formatAddress, toAddress, toHex, unixSeconds } from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';
import { associatedTokenAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import { PRICE_SOURCE, readAuthorization, type SubjectTerms } from './consumer.js';
import { simulateAuthorization, type SimulateTerms } from './simulate-auth.js';

export interface Payer {
  readonly address: Address;
  readonly text: string;
  readonly escrow: Address;
  readonly tokenAccount: Address;
  /** A complete request with a good signature over exactly these members; `changes` made afterwards are not signed again. */
  request(terms?: Partial<AgentTerms> & SubjectTerms): ExecuteAgentRoundRequest;
  /** The `Authorization` of a read of its private round. */
  readAuthorization(roundId: string): string;
  /** The `Authorization` of a dry run of its own. */
  simulateAuthorization(terms: Omit<SimulateTerms, 'key'>): string;
  /** The hash that a request's signature is over. */
  hash(request: ExecuteAgentRoundRequest): Uint8Array;
}

export interface AgentTerms {
  readonly signatures_required: number;
  readonly canonical_timestamp: number;
  readonly amount: number;
  readonly registry_version: number;
  /** Key that signs instead of the payer. */
  readonly key: KeyObject;
  /** The Gateway account that the signature names. */
  readonly gateway: Address;
}

/** Price of a round of two signatures on the fake ledger: 3 + 2 × 4. */
export const AGENT_PRICE = 11;

/** Any other Ed25519 key. */
export function anotherKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

/** A payer, with a key of its own unless one is given. */
export function createPayer(
  deployment: { readonly programId: Address; readonly gateway: Address; readonly mint: Address },
  { privateKey, publicKey }: KeyPairKeyObjectResult = generateKeyPairSync('ed25519'),
): Payer {
  const address = toAddress(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const escrow = escrowAddress(deployment.programId, address, deployment.gateway);
  const hashFor = (request: ExecuteAgentRoundRequest, gateway: Address): Uint8Array => {
    const { sourceId } = parseSubject(request);
    return agentRequestAuthHash({
      escrow: escrowAddress(deployment.programId, address, gateway),
      gateway,
      feedId: deriveFeedId({ owner: address, sourceId, signaturesRequired: request.signatures_required }),
      canonicalTimestampSeconds: unixSeconds(request.canonical_timestamp),
      amountAtomic: BigInt(request.amount),
    });
  };
  return {
    address,
    text: formatAddress(address),
    escrow,
    tokenAccount: associatedTokenAddress(escrow, deployment.mint),
    request(terms = {}) {
      const { key = privateKey, gateway = deployment.gateway, ...named } = terms;
      const request = {
        payer: formatAddress(address),
        signatures_required: 2,
        canonical_timestamp: Math.floor(Date.now() / 1000),
        amount: AGENT_PRICE,
        registry_version: 1,
        ...(terms.apiConfigs === undefined ? { apiConfig: PRICE_SOURCE } : {}),
        ...named,
      };
      return { ...request, agent_request_auth_sig: toHex(sign(null, hashFor(request, gateway), key)) };
    },
    hash: (request) => hashFor(request, deployment.gateway),
    simulateAuthorization: (terms) => simulateAuthorization({ ...terms, key: address }, privateKey),
    readAuthorization: (roundId) => readAuthorization(formatAddress(address), privateKey, roundId),
  };
}
