import { errorRules } from './error-rules.js';
import type { HeaderSpec, OperationSpec } from './operation.js';

const UNAUTHORIZED = 401;
const TOO_MANY = 429;
const UNAVAILABLE = 503;
/** Statuses that may be of a round that was started. */
const OF_A_ROUND: readonly number[] = [402, 409, 500, UNAVAILABLE];

const headers = {
  requestId: { 'X-Request-Id': { description: 'names this answer in the log of the gateway', isAlwaysSent: true } },
  roundId: { 'X-Round-Id': 'the round, where the request started one or met one' },
  scheme: { 'WWW-Authenticate': { description: 'the scheme of a session token', isAlwaysSent: true } },
  limits: {
    RateLimit: 'what is left of a quota, and when it is renewed (draft-ietf-httpapi-ratelimit-headers), where requests are limited',
    'RateLimit-Policy': 'the quota and its window',
  },
  deprecated: {
    Deprecation: { description: 'since when the operation is deprecated (RFC 9745)', isAlwaysSent: true },
    Sunset: { description: 'when it ends, at the earliest (RFC 8594)', isAlwaysSent: true },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, HeaderSpec>>>>;

/**
 * Every header of an answer that a caller may use, by name: what the operation declares, and what follows from its class and the status.
 *
 * @example
 * Object.keys(headersOf(operations.getInfo, 200)); // ['X-Request-Id', …]
 */
export function headersOf(operation: OperationSpec, status: number): Readonly<Record<string, HeaderSpec>> {
  const isLimited = operation.rateLimit !== undefined && (status < 300 || status === TOO_MANY);
  return {
    ...headers.requestId,
    ...(operation.rateLimit === 'rounds' && OF_A_ROUND.includes(status) ? headers.roundId : {}),
    ...(status === UNAUTHORIZED ? headers.scheme : {}),
    ...(isLimited ? headers.limits : {}),
    ...retryAfter(operation, status),
    ...(operation.deprecated === undefined ? {} : headers.deprecated),
    ...operation.responses[status]?.headers,
  };
}

/** All 429 have it, and each 503 whose code has a fixed value. */
function retryAfter({ responses }: OperationSpec, status: number): Readonly<Record<string, HeaderSpec>> {
  if (status !== TOO_MANY && status !== UNAVAILABLE) return {};
  const codes = responses[status]?.codes ?? [];
  const isSent = codes.map((code) => status === TOO_MANY || 'retryAfterSeconds' in errorRules[code]);
  if (!isSent.includes(true)) return {};
  const description = 'seconds after which the same request may be sent again';
  return { 'Retry-After': isSent.includes(false) ? description : { description, isAlwaysSent: true } };
}
