import { Type, type Static } from '@sinclair/typebox';
import { MAX_RELEASED_SESSIONS } from '../body-limits.js';
import { createBodyParser } from '../body-parser.js';
import { closedObject, hexBytes } from '../fields.js';

/**
 * Sessions that the gateway will not use any more. Their nonces are destroyed, and they no longer count against its limit. The ids stay
 * used. `released` counts the sessions that were open.
 */
export const ReleaseRequest = closedObject({
  sessionIds: Type.Array(hexBytes(32), {
    minItems: 1,
    maxItems: MAX_RELEASED_SESSIONS,
    title: `1..${MAX_RELEASED_SESSIONS} session ids`,
  }),
});
export type ReleaseRequest = Static<typeof ReleaseRequest>;

/** The number of sessions that a node has freed. */
export const ReleaseResponse = closedObject({ released: Type.Integer({ minimum: 0, maximum: MAX_RELEASED_SESSIONS }) });
export type ReleaseResponse = Static<typeof ReleaseResponse>;

export const release = {
  name: 'release',
  method: 'POST',
  path: '/v1/release',
  request: ReleaseRequest,
  response: ReleaseResponse,
} as const;

/** Throws ContractError. */
export const parseReleaseRequest = createBodyParser(ReleaseRequest);

/** Throws ContractError. */
export const parseReleaseResponse = createBodyParser(ReleaseResponse);
