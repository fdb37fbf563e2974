import type { ReleaseRequest, ReleaseResponse } from '@oracle-gateway/node-api';
import type { Caller } from '../ledger/gateway-access.js';
import type { SigningSessions } from '../signing/sessions.js';

export type Release = (caller: Caller, request: ReleaseRequest) => ReleaseResponse;

/** Destroys the nonces of sessions that the gateway will not use. Ignores ids that it does not hold. */
export function createRelease(deps: { readonly sessions: SigningSessions }): Release {
  return (caller, request) => ({ released: request.sessionIds.filter((sessionId) => deps.sessions.close(caller.name, sessionId)).length });
}
