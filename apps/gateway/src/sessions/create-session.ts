import type { operations } from '@oracle-gateway/gateway-api';
import { parseCreateSessionRequest } from '@oracle-gateway/gateway-api/parsers';
import { readRequestBody } from '../admission/request-body.js';
import type { Endpoint } from '../http/endpoint.js';
import type { OpenBearerSession } from './open-session.js';

/** POST /v1/session (docs/api.md#post-v1session). No body at all stands for an empty one. */
export function createSession(openSession: OpenBearerSession): Endpoint<typeof operations.createSession> {
  return async ({ body, header }) => {
    const { ttlSeconds } = body.length === 0 ? {} : readRequestBody(body, parseCreateSessionRequest);
    return { status: 200, body: { status: 'ok', data: await openSession(header('sign-in-with-x'), ttlSeconds) } };
  };
}
