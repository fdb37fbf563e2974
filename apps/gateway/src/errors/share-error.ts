import type { Refused, ShareRefusal } from '@oracle-gateway/fair-share';
import { GatewayError } from './gateway-error.js';

/** Resources that tenants share in this process. */
export const SHARED_RESOURCES = [
  'rounds',
  'failing_rounds',
  'verifications',
  'request_bytes',
  'refused_requests',
  'sponsored_calls',
  'connections',
  'dry_runs',
  'dry_runs_per_minute',
  'dry_run_lookups',
  'event_streams',
] as const;

export type SharedResource = (typeof SHARED_RESOURCES)[number];

export interface ShareEvents {
  /** A tenant's share of a resource is used, or all of it; which tenant is not counted. */
  shareRefused(resource: SharedResource, reason: ShareRefusal | 'closed'): void;
}

/** A share as its refusal names it. */
export interface SharedQuota {
  readonly resource: SharedResource;
  /** Its name in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
  readonly quota: string;
  /** All there is of it. */
  readonly max: number;
  /** Window of a share that is counted over time. */
  readonly windowMs?: number;
  /** Headers of the refusal, beside `Retry-After` and `RateLimit`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly events: ShareEvents;
}

/**
 * `at_capacity` where all of it is taken, `share_used` where there is more, and not for this tenant now. An address that was refused too often
 * hears `rate_limited`: it asks too much, whatever room there is.
 */
export function shareError(
  { reason, retryAfterMs }: Refused,
  { resource, quota, max, windowMs, headers = {}, events }: SharedQuota,
): GatewayError {
  events.shareRefused(resource, reason);
  if (reason === 'full') return new GatewayError('at_capacity', { detail: WORDS[resource], headers });
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  const window = windowMs === undefined ? '' : `;w=${Math.ceil(windowMs / 1_000)}`;
  return new GatewayError(resource === 'refused_requests' ? 'rate_limited' : 'share_used', {
    detail: `${WORDS[resource]}${reason === 'strangers_share' ? ', for callers without a recent completed round' : ''}`,
    headers: {
      ...headers,
      'Retry-After': String(seconds),
      RateLimit: `"${quota}";r=0;t=${seconds}`,
      'RateLimit-Policy': `"${quota}";q=${max}${window}`,
    },
  });
}

const WORDS: Readonly<Record<SharedResource, string>> = {
  rounds: 'concurrent rounds',
  failing_rounds: 'failed rounds per minute',
  verifications: 'payments being verified',
  request_bytes: 'request bytes being read',
  refused_requests: 'refused requests of one address',
  sponsored_calls: 'sponsored calls per minute',
  connections: 'connections',
  dry_runs: 'concurrent dry runs',
  dry_runs_per_minute: 'dry runs per minute',
  dry_run_lookups: 'first look-ups of callers of dry runs',
  event_streams: 'event streams at once',
};
