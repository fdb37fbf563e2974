import { describe, expect, it, vi } from 'vitest';
import { errorAnswer } from '../http/error-answer.js';
import { shareError, type SharedResource } from './share-error.js';

const RESOURCES: readonly SharedResource[] = [
  'rounds',
  'failing_rounds',
  'verifications',
  'request_bytes',
  'sponsored_calls',
  'connections',
  'dry_runs',
  'dry_runs_per_minute',
  'dry_run_lookups',
  'event_streams',
];

function refuse(resource: SharedResource, reason: 'own_share' | 'strangers_share' | 'full') {
  const quota = { resource, quota: 'a-quota', max: 8, events: { shareRefused: vi.fn() } };
  return errorAnswer(shareError({ ok: false, reason, retryAfterMs: 1_200 }, quota));
}

describe('a refusal for want of room', () => {
  it.each(RESOURCES)('of %s is 503 with a time to wait, and says whose room it is', (resource) => {
    for (const reason of ['own_share', 'strangers_share'] as const) {
      const { status, body, headers } = refuse(resource, reason);
      expect([status, body['code'], body['scope'], headers['Retry-After']]).toEqual([503, 'share_used', 'caller', '2']);
      expect(headers['RateLimit']).toBe('"a-quota";r=0;t=2');
    }
    const { status, body, headers } = refuse(resource, 'full');
    expect([status, body['code'], body['scope'], headers['Retry-After']]).toEqual([503, 'at_capacity', 'gateway', '1']);
  });

  it('of an address that was refused too often is a limit of requests: 429', () => {
    const { status, body, headers } = refuse('refused_requests', 'own_share');
    expect([status, body['code'], body['scope'], headers['Retry-After']]).toEqual([429, 'rate_limited', undefined, '2']);
  });
});
