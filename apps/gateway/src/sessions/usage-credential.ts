import {
  type Address,
  formatAddress,
  isAddress,
  parseAddress,
  unixSeconds,
  usageReadMessage,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { readRequestSignature } from '../admission/request-body.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { FindSession } from './bearer.js';

/** Seconds by which the time of a signed read may differ from the gateway's clock. */
const USAGE_READ_LIFE_SECONDS = 60;

/** The address in base58, the signature in base58 or 0x hex. */
const USAGE_READ = /^UsageRead ([1-9A-HJ-NP-Za-km-z]{32,44})\.(\d{1,12})\.([0-9A-Za-z]{64,130})$/i;

const FORM = 'UsageRead <key>.<unix seconds>.<signature>';
const CHALLENGE = { 'WWW-Authenticate': 'UsageRead realm="oracle-gateway", Bearer realm="oracle-gateway"' };

/**
 * Which part of an owner's usage an `Authorization` header may read: the owner `all` of it, any other key what it used as a delegate. Throws 401
 * `usage_private` and `bearer_invalid`.
 */
export type ReadUsageReader = (authorization: string | undefined, owner: Address) => Promise<'all' | { readonly delegate: Address }>;

export interface UsageCredentialDeps {
  readonly findSession: FindSession;
  readonly verifySignature: VerifyEd25519;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly nowMs: () => number;
}

export function createReadUsageReader({ findSession, verifySignature, gateway, nowMs }: UsageCredentialDeps): ReadUsageReader {
  return async (authorization, owner) => {
    if (authorization !== undefined && /^bearer /i.test(authorization)) {
      const session = await findSession(authorization);
      if (session.owner !== formatAddress(owner)) throw refusal('the session is of another key');
      return session.authority === session.owner ? 'all' : { delegate: parseAddress(session.authority) };
    }
    const [, address, seconds, signature] = USAGE_READ.exec(authorization ?? '') ?? [];
    if (address === undefined || seconds === undefined || signature === undefined || !isAddress(address)) {
      throw refusal(authorization === undefined ? `send Authorization: ${FORM}, or a session token` : `Authorization must be ${FORM}`);
    }
    const key = parseAddress(address);
    const timestampSeconds = unixSeconds(Number(seconds));
    if (Math.abs(timestampSeconds - nowMs() / 1_000) > USAGE_READ_LIFE_SECONDS) {
      throw refusal(`the time must be within ${USAGE_READ_LIFE_SECONDS} s of the gateway's clock`);
    }
    const isSigned = verifySignature({
      signature: readRequestSignature(signature, 'usage_private'),
      message: usageReadMessage({ gateway, timestampSeconds }),
      publicKey: key,
    });
    if (!isSigned) throw refusal('the signature does not verify for the key over this gateway and time');
    return equalBytes(key, owner) ? 'all' : { delegate: key };
  };
}

function refusal(detail: string): GatewayError {
  return new GatewayError('usage_private', { detail, headers: CHALLENGE });
}
