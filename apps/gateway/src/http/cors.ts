import type { RequestHandler } from 'express';

const ALLOWED_HEADERS = 'Content-Type, Authorization, PAYMENT-SIGNATURE, SIGN-IN-WITH-X, Last-Event-ID, Access-Control-Expose-Headers';
const EXPOSED_HEADERS =
  'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Round-Id, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset';
const PREFLIGHT_MAX_AGE_SECONDS = 600;

/** Cross-origin access for the configured origins (docs/api.md#browsers). No credentials: the gateway knows no cookies. */
export function cors(origins: readonly string[]): RequestHandler {
  const admitsAll = origins.includes('*');
  return (request, response, next) => {
    const origin = request.get('origin');
    const isAdmitted = origin !== undefined && (admitsAll || origins.includes(origin));
    if (!admitsAll) response.vary('Origin');
    if (isAdmitted) {
      response.set('Access-Control-Allow-Origin', admitsAll ? '*' : origin);
      response.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    if (!isAdmitted || request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
      next();
      return;
    }
    response.set('Access-Control-Allow-Methods', 'GET, POST, DELETE');
    response.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    response.set('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
    response.status(204).end();
  };
}
