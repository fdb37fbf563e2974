import { formatAddress } from '@oracle-gateway/protocol';
import { parseSignInPayload } from '@oracle-gateway/gateway-api/parsers';
import { fromBase64 } from '../base/base64.js';
import { GatewayRefused } from './gateway-refused.js';
import type { TestNetwork } from './test-network.js';

const LIFE_SECONDS = 3_600;
const SUBSCRIPTION = 'urn:svc:subscription:';

export interface SessionOfKey {
  /** Base58: the key, and the owner of its subscription. */
  readonly authority: string;
  readonly owner: string;
}

/** Sign-ins of the gateway of a test. */
export interface SessionsDouble {
  /** `data` of the answer to a sign-in, by its header. @throws GatewayRefused */
  open(header: string | null): object;
  /** The session of `Bearer` and a token. @throws GatewayRefused */
  of(authorization: string): SessionOfKey;
  end(authorization: string): void;
}

export function createSessionsDouble(deps: { readonly network: TestNetwork; readonly now: () => number }): SessionsDouble {
  const open = new Map<string, SessionOfKey>();
  let opened = 0;

  function of(authorization: string): SessionOfKey {
    const session = open.get(authorization);
    if (session === undefined) throw new GatewayRefused('bearer_invalid');
    return session;
  }

  return {
    open(header) {
      if (header === null) throw new GatewayRefused('sign_in_missing');
      const { address: authority, resources = [] } = payloadIn(header);
      const owner = resources.find((one) => one.startsWith(SUBSCRIPTION))?.slice(SUBSCRIPTION.length) ?? authority;
      opened += 1;
      const token = `token-of-a-test-${opened}`;
      open.set(`Bearer ${token}`, { authority, owner });
      const issuedAt = Math.floor(deps.now() / 1000);
      return {
        token,
        tokenType: 'Bearer',
        sessionId: `session-${opened}`,
        authority,
        owner,
        role: authority === owner ? 'owner' : 'delegate',
        gatewayPda: formatAddress(deps.network.gateway),
        programId: formatAddress(deps.network.programId),
        issuedAt,
        expiresAt: issuedAt + LIFE_SECONDS,
      };
    },
    of,
    end(authorization) {
      of(authorization);
      open.delete(authorization);
    },
  };
}

function payloadIn(header: string): ReturnType<typeof parseSignInPayload> {
  try {
    return parseSignInPayload(JSON.parse(new TextDecoder().decode(fromBase64(header))));
  } catch (error) {
    throw error instanceof GatewayRefused ? error : new GatewayRefused('sign_in_invalid');
  }
}
