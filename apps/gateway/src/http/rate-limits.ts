import type { OperationSpec, RateLimitClass } from '@oracle-gateway/gateway-api';
import type { RequestHandler } from 'express';
import { blockOfAddress } from '@oracle-gateway/fair-share';
import { rateLimit } from 'express-rate-limit';
import { GatewayError } from '../errors/gateway-error.js';
import { createRequestCounts } from './request-counts.js';

/** Requests a minute of one address; 0 is no limit. */
export interface RateLimitsConfig {
  readonly roundsPerMinute: number;
  readonly signInsPerMinute: number;
  /** Every other operation that may be limited, and what is no operation. */
  readonly readsPerMinute: number;
}

/** Counts a request of an operation before its body is read; passes on `rate_limited` when its address has had what it may. */
export type RateLimits = (counted: OperationSpec | { readonly rateLimit: RateLimitClass }) => readonly RequestHandler[];

const WINDOW_MS = 60_000;
/** Addresses counted, of each kind. */
const MAX_ADDRESSES = 65_536;

/**
 * Limits for each address, of one process (draft-ietf-httpapi-ratelimit-headers). They hold back a caller who asks too often; what the process
 * can bear at all is the matter of its capacity. The contract of an operation says with which others it is counted.
 */
export function createRateLimits(config: RateLimitsConfig, deps: { readonly nowMs: () => number }): RateLimits {
  const limits: Readonly<Record<RateLimitClass, readonly RequestHandler[]>> = {
    rounds: limitTo(config.roundsPerMinute, 'rounds', deps),
    'sign-ins': limitTo(config.signInsPerMinute, 'sign-ins', deps),
    reads: limitTo(config.readsPerMinute, 'reads', deps),
  };
  return ({ rateLimit: limited }) => (limited === undefined ? [] : limits[limited]);
}

function limitTo(limit: number, identifier: RateLimitClass, { nowMs }: { readonly nowMs: () => number }): readonly RequestHandler[] {
  if (limit === 0) return [];
  return [
    rateLimit({
      windowMs: WINDOW_MS,
      limit,
      identifier,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      store: createRequestCounts({ windowMs: WINDOW_MS, maxKeys: MAX_ADDRESSES, nowMs }),
      // Express knows which proxies are trusted; a connection that is gone has no address any more.
      keyGenerator: ({ ip }) => blockOfAddress(ip),
      handler: (_request, _response, next) => {
        next(new GatewayError('rate_limited'));
      },
      // Its advice goes to the console, and a stranger's header must not write there.
      validate: false,
    }),
  ];
}
