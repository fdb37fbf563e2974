import {
  type Address,
  AddressError,
  type DeploymentId,
  parseAddress,
  simulateAuthHash,
  type SourceId,
  unixSeconds,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import { readRequestSignature } from '../admission/request-body.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { DryRunCaller } from '../paths/pay-path.js';
import type { FindSession } from '../sessions/bearer.js';

/** Seconds by which the time of a signed dry run may differ from the gateway's clock. */
export const SIMULATE_LIFE_SECONDS = 60;

const KEY = '[1-9A-HJ-NP-Za-km-z]{32,44}';
/** Keys in base58, the signature in base58 or 0x hex. */
const SIMULATE = new RegExp(`^Simulate (${KEY})(?:\\.(${KEY}))?\\.(\\d{1,12})\\.([0-9A-Za-z]{64,130})$`, 'i');

const CHALLENGE = { 'WWW-Authenticate': 'Simulate realm="oracle-gateway", Bearer realm="oracle-gateway"' };

/** The keys that an `Authorization` header proves. Whether they may ask for rounds is another question. Throws 401. */
export type ReadCaller = (authorization: string, sourceId: SourceId) => Promise<DryRunCaller>;

export interface CallerCredentialDeps {
  readonly findSession: FindSession;
  readonly verifySignature: VerifyEd25519;
  readonly deploymentId: DeploymentId;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly nowMs: () => number;
}

/** A session, or a signature over this source at this gateway: no signature that orders a round is one, nor the reverse. */
export function createReadCaller(deps: CallerCredentialDeps): ReadCaller {
  return async (authorization, sourceId) => {
    if (/^bearer /i.test(authorization)) {
      const { authority, owner } = await deps.findSession(authorization);
      return { key: parseAddress(authority), owner: parseAddress(owner) };
    }
    const [, keyText, ownerText, seconds, signatureText] = SIMULATE.exec(authorization) ?? [];
    if (keyText === undefined || seconds === undefined || signatureText === undefined) {
      throw refusal('Authorization must be Simulate <key>[.<owner>].<unix seconds>.<signature>, or Bearer and a session token');
    }
    const key = readKey(keyText);
    const owner = ownerText === undefined ? key : readKey(ownerText);
    const timestampSeconds = unixSeconds(Number(seconds));
    if (Math.abs(timestampSeconds - deps.nowMs() / 1_000) > SIMULATE_LIFE_SECONDS) {
      throw refusal(`the time must be within ${SIMULATE_LIFE_SECONDS} s of the gateway's clock`);
    }
    const { deploymentId, gateway } = deps;
    const isSigned = deps.verifySignature({
      signature: readRequestSignature(signatureText, 'simulate_auth_invalid'),
      message: simulateAuthHash({ deploymentId, gateway, sourceId, key, owner, timestampSeconds }),
      publicKey: key,
    });
    if (!isSigned) throw refusal('the signature does not verify for the key over this source, gateway and time');
    return { key, owner };
  };
}

function readKey(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    throw error instanceof AddressError ? refusal(`the key ${error.rule}`) : error;
  }
}

function refusal(detail: string): GatewayError {
  return new GatewayError('simulate_auth_invalid', { detail, headers: CHALLENGE });
}
