import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { GatewayError } from '../errors/gateway-error.js';
import type { SessionStore, StoredSession } from './session-store.js';

/** `token68` of RFC 9110, of the length that this gateway's tokens have. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** Ends the session of a request, whose authority the ledger no longer knows. */
export type EndSession = () => Promise<void>;

/** Judges the `Authorization` header of a request. Throws 401 `bearer_invalid` and 403 `session_other_party`. */
export type CheckBearer = (
  authorization: string,
  request: { readonly feedOwner: Address; readonly subscriptionOwner: Address },
) => Promise<EndSession>;

/** The session's token. Throws 401 `bearer_invalid`. */
export function readBearer(authorization: string | undefined): string {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new GatewayError('bearer_invalid', { detail: 'Authorization must be Bearer and a session token' });
  return token;
}

/** Finds the open session of an `Authorization` header. Throws 401 `bearer_invalid`. */
export type FindSession = (authorization: string) => Promise<StoredSession>;

export function createFindSession(store: SessionStore): FindSession {
  return async (authorization) => {
    const session = await store.find(readBearer(authorization));
    if (session === null) throw new GatewayError('bearer_invalid', { detail: 'no open session has this token' });
    return session;
  };
}

/** A session serves its own authority and owner (docs/api.md#post-v1session). */
export function createCheckBearer(store: SessionStore): CheckBearer {
  const findSession = createFindSession(store);
  return async (authorization, { feedOwner, subscriptionOwner }) => {
    const token = readBearer(authorization);
    const session = await findSession(authorization);
    const isOwn = session.authority === formatAddress(feedOwner) && session.owner === formatAddress(subscriptionOwner);
    if (!isOwn) throw new GatewayError('session_other_party');
    return async () => {
      await store.end(token);
    };
  };
}

/** Refuses every header where sessions are not served. */
export function refuseBearer(): Promise<never> {
  return Promise.reject(new GatewayError('bearer_invalid', { detail: 'sessions are not enabled on this gateway' }));
}
