import type { SignInPayload } from '@oracle-gateway/gateway-api';
import { type Address, parseSignature, SignatureFormatError, type VerifyEd25519 } from '@oracle-gateway/protocol';
import { readAddress } from '../admission/request-body.js';
import { GatewayError } from '../errors/gateway-error.js';
import { signInMessage } from './sign-in-message.js';

/** Terms that a sign-in at this gateway names (docs/api.md#post-v1session): of the configured origin, never of the Host header. */
export interface SignInTerms {
  readonly domain: string;
  readonly uri: string;
  /** CAIP-2. */
  readonly chainId: string;
}

/** Key that has signed in, and the owner of its subscription; whether the ledger knows of it is another question. */
export interface SignedIn {
  readonly authority: Address;
  readonly subscriptionOwner: Address;
  readonly nonce: string;
}

const MAX_AGE_MS = 300_000;
const MAX_AHEAD_MS = 30_000;
/** A nonce is remembered longer than its sign-in can be accepted. */
export const NONCE_LIFE_SECONDS = 2 * ((MAX_AGE_MS + MAX_AHEAD_MS) / 1_000);

const SUBSCRIPTION_URN = 'urn:svc:subscription:';
const encoder = new TextEncoder();

/** The path that a sign-in is for. */
export function signInTerms(publicOrigin: string, chainId: string): SignInTerms {
  return { domain: new URL(publicOrigin).host, uri: `${publicOrigin}/v1/session`, chainId };
}

/**
 * Judges a sign-in. Throws a 400 {@link GatewayError} for a malformed address or signature or two subscriptions, else a 401. The verifier of
 * `@x402/extensions` is not used: it accepts every chain, an empty nonce and line ends in members, and brings Ethereum's libraries along.
 */
export function checkSignIn(
  payload: SignInPayload,
  deps: { readonly terms: SignInTerms; readonly verifySignature: VerifyEd25519; readonly nowMs: () => number },
): SignedIn {
  const authority = readAddress(payload.address, 'SIGN-IN-WITH-X: address');
  const subscriptionOwner = readSubscriptionOwner(payload.resources ?? []) ?? authority;
  const signature = readSignature(payload.signature);
  for (const name of ['domain', 'uri', 'chainId'] as const) {
    if (payload[name] !== deps.terms[name]) throw refused(`${name}: must be ${deps.terms[name]}`);
  }
  requireTimely(payload, deps.nowMs());
  const message = encoder.encode(signInMessage(payload));
  if (!deps.verifySignature({ signature, message, publicKey: authority }))
    throw refused('signature: does not verify for address over this message');
  return { authority, subscriptionOwner, nonce: payload.nonce };
}

function requireTimely({ issuedAt, expirationTime, notBefore }: SignInPayload, nowMs: number): void {
  const issuedAtMs = timeOf(issuedAt);
  // A malformed time is NaN, which is within nothing.
  if (!(issuedAtMs >= nowMs - MAX_AGE_MS && issuedAtMs <= nowMs + MAX_AHEAD_MS)) {
    throw refused(`issuedAt: must be at most ${MAX_AGE_MS / 1_000} s ago and ${MAX_AHEAD_MS / 1_000} s ahead of the gateway clock`);
  }
  if (expirationTime !== undefined && !(timeOf(expirationTime) > nowMs)) throw refused('expirationTime: must be in the future');
  if (notBefore !== undefined && !(timeOf(notBefore) <= nowMs)) throw refused('notBefore: must not be in the future');
}

function timeOf(text: string): number {
  return Date.parse(text);
}

function readSignature(text: string): Uint8Array {
  try {
    return parseSignature(text);
  } catch (error) {
    if (!(error instanceof SignatureFormatError)) throw error;
    const detail = 'SIGN-IN-WITH-X: signature: must be the 64 bytes of the signature in base58 or in hex; base64 is not read';
    throw new GatewayError('invalid_request', { detail });
  }
}

/** A delegate names the owner of its subscription among the resources. */
function readSubscriptionOwner(resources: readonly string[]): Address | undefined {
  const [named, ...rest] = resources.filter((resource) => resource.startsWith(SUBSCRIPTION_URN));
  if (rest.length > 0) throw new GatewayError('invalid_request', { detail: 'SIGN-IN-WITH-X: resources: must name one subscription' });
  return named === undefined ? undefined : readAddress(named.slice(SUBSCRIPTION_URN.length), 'SIGN-IN-WITH-X: resources');
}

function refused(detail: string): GatewayError {
  return new GatewayError('sign_in_invalid', { detail });
}
