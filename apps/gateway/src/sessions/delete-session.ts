import type { operations } from '@oracle-gateway/gateway-api';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { readBearer } from './bearer.js';
import type { SessionStore } from './session-store.js';

/** DELETE /v1/session (docs/api.md#delete-v1session). */
export function deleteSession(store: SessionStore): Endpoint<typeof operations.deleteSession> {
  return async ({ header }) => {
    const wasOpen = await store.end(readBearer(header('authorization')));
    if (!wasOpen) throw new GatewayError('bearer_invalid', { detail: 'no open session has this token' });
    return { status: 200, body: { status: 'ok' } };
  };
}
