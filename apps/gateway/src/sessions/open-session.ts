import type { Session } from '@oracle-gateway/gateway-api';
import { formatAddress, toHex, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { delegateIsRevoked } from '@oracle-gateway/protocol/accounts';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { AccountLookups } from '../admission/ledger-lookup.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { ServedDeployment } from '../ledger/deployment.js';
import type { SessionStore } from './session-store.js';
import { checkSignIn, NONCE_LIFE_SECONDS, type SignedIn, type SignInTerms } from './sign-in.js';
import { readSignInPayload } from './sign-in-payload.js';

const TOKEN_BYTES = 32;
const SESSION_ID_BYTES = 16;

export interface OpenSessionDeps {
  readonly store: SessionStore;
  readonly terms: SignInTerms;
  readonly accounts: AccountLookups;
  readonly verifySignature: VerifyEd25519;
  readonly deployment: ServedDeployment;
  readonly maxTtlSeconds: number;
  readonly randomBytes: RandomBytes;
  readonly nowMs: () => number;
}

export type OpenBearerSession = (header: string | undefined, ttlSeconds: number | undefined) => Promise<Session>;

/**
 * Signs in (docs/api.md#post-v1session): shape (400), signature and time (401), nonce (401), role on the ledger (403).
 * The nonce is used up by a key that has a role.
 * Whether the subscription covers a round is judged when a round is asked for.
 */
export function createOpenSession(deps: OpenSessionDeps): OpenBearerSession {
  const gatewayPda = formatAddress(deps.deployment.gateway);
  const programId = formatAddress(deps.deployment.programId);
  return async (header, ttlSeconds = deps.maxTtlSeconds) => {
    if (ttlSeconds > deps.maxTtlSeconds) {
      throw new GatewayError('invalid_request', { detail: `ttlSeconds: must be at most ${deps.maxTtlSeconds}` });
    }
    const signedIn = checkSignIn(readSignInPayload(header), deps);
    const { authority, subscriptionOwner, nonce } = signedIn;
    // Nothing is written for a key without a role: such keys cost nothing.
    if (await deps.store.isNonceUsed(authority, nonce)) throw new GatewayError('sign_in_used');
    const role = await roleOf(signedIn, deps);
    if (!(await deps.store.takeNonce(authority, nonce, NONCE_LIFE_SECONDS))) throw new GatewayError('sign_in_used');
    const issuedAt = Math.floor(deps.nowMs() / 1_000);
    const session = {
      sessionId: toHex(deps.randomBytes(SESSION_ID_BYTES)).slice(2),
      authority: formatAddress(authority),
      owner: formatAddress(subscriptionOwner),
      role,
      issuedAt,
      expiresAt: issuedAt + ttlSeconds,
    };
    const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url');
    await deps.store.open(token, session);
    return { token, tokenType: 'Bearer', ...session, gatewayPda, programId };
  };
}

async function roleOf({ authority, subscriptionOwner }: SignedIn, deps: OpenSessionDeps): Promise<'owner' | 'delegate'> {
  if (equalBytes(authority, subscriptionOwner)) {
    if ((await deps.accounts.subscription(authority)).value === null) throw new GatewayError('sign_in_not_authorised');
    return 'owner';
  }
  const { value } = await deps.accounts.delegate({ subscriptionOwner, authority });
  const isOver = value === null || delegateIsRevoked(value) || value.expiresAt < BigInt(Math.floor(deps.nowMs() / 1_000));
  if (isOver) throw new GatewayError('sign_in_not_authorised');
  return 'delegate';
}
