import type { ReleaseRequest, ReleaseResponse } from '@oracle-gateway/node-api';
import type { Caller } from '../ledger/gateway-access.js';
import type { SessionStore } from '../signing/sessions.js';

export type Release = (caller: Caller, request: ReleaseRequest) => ReleaseResponse;

/** Destroys the nonces of sessions the gateway will not use; ids it does not hold are passed over. */
export function createRelease(deps: { readonly sessions: SessionStore }): Release {
  return (caller, request) => ({ released: request.sessionIds.filter((sessionId) => deps.sessions.close(caller.name, sessionId)).length });
}
