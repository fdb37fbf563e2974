import { describe, expect, it } from 'vitest';
import { GatewayError, TransportError } from '../base/errors.js';
import { callFailure } from './call-failure.js';

function refusal(code: string, status: number, body: Record<string, unknown> = {}): GatewayError {
  return new GatewayError({ code, status, message: `said to be ${code}`, body });
}

describe('callFailure', () => {
  it.each([
    [refusal('at_capacity', 503), 'busy'],
    [refusal('share_used', 503), 'busy'],
    [refusal('upstream_failure', 503), 'used-up'],
    [refusal('node_share_used', 503), 'used-up'],
    [refusal('node_share_used', 503, { authorization: 'unused' }), 'busy'],
    [refusal('outbox_unavailable', 503), 'unknown'],
    [refusal('a_code_of_tomorrow', 418), 'unknown'],
    [refusal('secrets_refused', 503), 'final'],
    [refusal('invalid_request', 400), 'final'],
    [new TransportError('gateway', 'cut'), 'lost'],
    [new TransportError('gateway', 'refused', { sent: 'nothing' }), 'unsent'],
    [new TransportError('ledger', 'cut'), 'final'],
    [new Error('of the caller'), 'final'],
  ])('of %s is %s', (error, kind) => {
    expect(callFailure(error).kind).toBe(kind);
  });

  it('has what the refusal tells', () => {
    expect(callFailure(refusal('stale_registry_version', 400, { registryVersion: 2, gatewayTimeMs: 1_763_683_200_000 }))).toMatchObject({
      code: 'stale_registry_version',
      registryVersion: 2,
      gatewayMs: 1_763_683_200_000,
    });
  });
});
