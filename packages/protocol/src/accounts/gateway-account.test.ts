import { describe, expect, it } from 'vitest';
import { gatewayIsActive } from './gateway-account.js';

describe('gatewayIsActive', () => {
  it.each([
    [0n, 0n, true],
    [100n, 0n, false],
    [100n, 200n, true],
    [300n, 200n, false],
    [200n, 200n, false],
  ])('deactivated at %s, reactivated at %s: %s', (deactivatedAt, reactivatedAt, active) => {
    expect(gatewayIsActive({ deactivatedAt, reactivatedAt })).toBe(active);
  });
});
