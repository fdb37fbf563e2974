import { parseAddress, type RoundId, roundReadMessage, unixSeconds, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';
import type { FindSession } from './bearer.js';
import { readRequestSignature } from '../admission/request-body.js';

/** Seconds by which the time of a signed read may differ from the gateway's clock. */
export const READ_LIFE_SECONDS = 60;

/** `RoundRead <address>.<unix seconds>.<signature>`: the address in base58, the signature in base58 or 0x hex. */
const ROUND_READ = /^RoundRead ([1-9A-HJ-NP-Za-km-z]{32,44})\.(\d{1,12})\.([0-9A-Za-z]{64,130})$/i;

const CHALLENGE = { 'WWW-Authenticate': 'RoundRead realm="oracle-gateway", Bearer realm="oracle-gateway"' };

/**
 * Requires that the `Authorization` of a request is one of a round's readers: a session of its own, or a signature over this round's id.
 * Throws 401 `round_private`.
 */
export type RequireReader = (input: {
  readonly authorization: string | undefined;
  readonly roundId: RoundId;
  /** Addresses in base58. */
  readonly readers: readonly string[];
}) => Promise<void>;

export interface ReaderCredentialDeps {
  readonly findSession: FindSession;
  readonly verifySignature: VerifyEd25519;
  readonly nowMs: () => number;
}

export function createRequireReader(deps: ReaderCredentialDeps): RequireReader {
  return async ({ authorization, roundId, readers }) => {
    if (authorization === undefined)
      throw refusal('send Authorization: RoundRead <address>.<unix seconds>.<signature>, or a session token');
    if (/^bearer /i.test(authorization)) {
      const { authority, owner } = await deps.findSession(authorization);
      if (readers.includes(authority) || readers.includes(owner)) return;
      throw refusal('the session is of another requester');
    }
    const [, address, seconds, signature] = ROUND_READ.exec(authorization) ?? [];
    if (address === undefined || seconds === undefined || signature === undefined) {
      throw refusal('Authorization must be RoundRead <address>.<unix seconds>.<signature>, or Bearer and a session token');
    }
    if (!readers.includes(address)) throw refusal('the address is not the requester of the round');
    const timestampSeconds = unixSeconds(Number(seconds));
    if (Math.abs(timestampSeconds - deps.nowMs() / 1_000) > READ_LIFE_SECONDS) {
      throw refusal(`the time must be within ${READ_LIFE_SECONDS} s of the gateway's clock`);
    }
    const isSigned = deps.verifySignature({
      signature: readRequestSignature(signature, 'round_private'),
      message: roundReadMessage({ roundId, timestampSeconds }),
      publicKey: parseAddress(address),
    });
    if (!isSigned) throw refusal('the signature does not verify for the address over this round and time');
  };
}

function refusal(detail: string): GatewayError {
  return new GatewayError('round_private', { detail, headers: CHALLENGE });
}
