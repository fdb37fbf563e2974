import { describe, expect, it } from 'vitest';
import { GatewayError, TransportError } from '../base/errors.js';
import { nextStep } from './next-step.js';

function refusal(code: string, status: number, body: Record<string, unknown> = {}): GatewayError {
  return new GatewayError({ code, status, message: 'it is 1763683200 here', body });
}

describe('nextStep', () => {
  it.each([
    [refusal('at_capacity', 503), 'same'],
    [refusal('share_used', 503), 'same'],
    [refusal('upstream_failure', 503), 'fresh'],
    [refusal('node_share_used', 503), 'fresh'],
    [refusal('node_share_used', 503, { authorization: 'unused' }), 'same'],
    [refusal('duplicate_round', 409), 'taken'],
    [refusal('stale_registry_version', 400, { registryVersion: 2 }), 'version'],
    [refusal('timestamp_out_of_range', 400), 'clock'],
    [refusal('outbox_unavailable', 503), 'look-up'],
    [refusal('a_code_of_tomorrow', 418), 'look-up'],
    [refusal('secrets_refused', 503), 'give-up'],
    [refusal('invalid_request', 400), 'give-up'],
    [new TransportError('gateway', 'cut'), 'look-up'],
    [new TransportError('gateway', 'refused', { sent: 'nothing' }), 'unsent'],
    [new TransportError('ledger', 'cut'), 'give-up'],
    [new Error('of the caller'), 'give-up'],
  ])('of %s is %s', (error, kind) => {
    expect(nextStep(error).kind).toBe(kind);
  });
});
