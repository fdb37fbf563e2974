import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult, randomBytes, sign } from 'node:crypto';
import type { ExecuteRoundRequest, PublishFeedRequest } from '@oracle-gateway/gateway-api';
import { type Address, deriveFeedId, formatAddress, requestAuthHash, toAddress, toHex, unixSeconds } from '@oracle-gateway/protocol';
import { parseSubject } from '@oracle-gateway/protocol/internal';

import { base58 } from './base58.js';
import { simulateAuthorization, type SimulateTerms } from './simulate-auth.js';

export interface Consumer {
  readonly address: Address;
  readonly text: string;
  /** A complete request with a good `authSig` over exactly these members; `changes` made afterwards are not signed again. */
  request(terms?: Partial<RequestTerms> & SubjectTerms): ExecuteRoundRequest;
  /** The `Authorization` of a read of its private round. */
  readAuthorization(roundId: string, seconds?: number): string;
  /** The `Authorization` of a read of its own usage at a gateway. */
  usageAuthorization(gateway: Address, seconds?: number): string;
  /** The body that opens or closes a feed of its own; `changes` made afterwards are not signed again. */
  publication(terms: PublicationTerms): PublishFeedRequest;
  /** The `Authorization` of a dry run of its own. */
  simulateAuthorization(terms: Omit<SimulateTerms, 'key'>): string;
  /** The header of a sign-in, as a wallet makes it. */
  signIn(terms: SignInTerms): string;
}

export interface PublicationTerms extends Pick<PublishFeedRequest, 'apiConfig' | 'apiConfigs' | 'combine'> {
  readonly action?: 'open' | 'close';
  readonly feedId: string;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly timestamp?: number;
  readonly signaturesRequired?: number;
}

export interface SignInTerms {
  readonly domain: string;
  readonly uri: string;
  readonly chainId: string;
  readonly nonce?: string;
  /** The owner of the subscription, named by a delegate. */
  readonly owner?: string;
}

export interface RequestTerms {
  readonly signaturesRequired: number;
  readonly timestamp: number;
  readonly registryVersion: number;
}

/** Members of a request that name its subject. */
export type SubjectTerms = Pick<ExecuteRoundRequest, 'apiConfig' | 'apiConfigs' | 'minValues' | 'combine'>;

export const PRICE_SOURCE = {
  url: 'https://api.example.com/v2/prices/BTC-USD/spot',
  method: 'GET',
  responseParser: '$.data.amount',
} as const;

/** Signs the text that docs/api.md gives. */
export function readAuthorization(text: string, key: KeyObject, roundId: string, seconds = Math.floor(Date.now() / 1_000)): string {
  const signature = sign(null, Buffer.from(`Oracle Gateway: read round ${roundId} at ${seconds}`), key);
  return `RoundRead ${text}.${seconds}.${toHex(signature)}`;
}

export function createConsumer({ privateKey, publicKey }: KeyPairKeyObjectResult = generateKeyPairSync('ed25519')): Consumer {
  const address = toAddress(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const text = formatAddress(address);
  return {
    address,
    text,
    readAuthorization: (roundId, seconds) => readAuthorization(text, privateKey, roundId, seconds),
    usageAuthorization(gateway, seconds = Math.floor(Date.now() / 1_000)) {
      // The text that docs/api.md gives.
      const signed = `Oracle Gateway: read usage at ${formatAddress(gateway)} at ${seconds}`;
      return `UsageRead ${text}.${seconds}.${toHex(sign(null, Buffer.from(signed), privateKey))}`;
    },
    publication({ action = 'open', feedId, gateway, timestamp = Math.floor(Date.now() / 1_000), signaturesRequired = 2, ...subject }) {
      // The text that docs/api.md gives.
      const signed = `Oracle Gateway: publish feed ${feedId} ${action} at ${timestamp} through ${formatAddress(gateway)}`;
      const signature = toHex(sign(null, Buffer.from(signed), privateKey));
      const source = Object.keys(subject).length === 0 ? { apiConfig: PRICE_SOURCE } : subject;
      return { action, owner: text, signaturesRequired, timestamp, signature, ...source };
    },
    simulateAuthorization: (terms) => simulateAuthorization({ ...terms, key: address }, privateKey),
    signIn({ domain, uri, chainId, nonce = randomBytes(8).toString('hex'), owner }) {
      const issuedAt = new Date().toISOString();
      const resources = owner === undefined ? [] : [`urn:svc:subscription:${owner}`];
      const lines = [`${domain} wants you to sign in with your Solana account:`, text, '', `URI: ${uri}`, 'Version: 1'];
      lines.push(`Chain ID: ${chainId.slice('solana:'.length)}`, `Nonce: ${nonce}`, `Issued At: ${issuedAt}`);
      if (owner !== undefined) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`));
      const signature = base58(sign(null, Buffer.from(lines.join('\n')), privateKey));
      const payload = { domain, address: text, uri, version: '1', chainId, type: 'ed25519', nonce, issuedAt, resources, signature };
      return Buffer.from(JSON.stringify(payload)).toString('base64');
    },
    request(terms = {}) {
      const { signaturesRequired, timestamp, registryVersion, ...subject } = {
        signaturesRequired: 2,
        timestamp: Math.floor(Date.now() / 1000),
        registryVersion: 1,
        ...(terms.apiConfigs === undefined ? { apiConfig: PRICE_SOURCE } : {}),
        ...terms,
      };
      const { sourceId } = parseSubject(subject);
      const feedId = deriveFeedId({ owner: address, sourceId, signaturesRequired });
      const hash = requestAuthHash({ feedId, timestampSeconds: unixSeconds(timestamp) });
      return {
        subscriptionOwner: text,
        consumerAuthority: text,
        signaturesRequired,
        timestamp,
        registryVersion,
        authSig: toHex(sign(null, hash, privateKey)),
        ...subject,
      };
    },
  };
}
