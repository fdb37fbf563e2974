import { describe, expect, it } from 'vitest';
import { delegateIsRevoked, delegateRoundsLeft } from './delegate-account.js';

describe('delegateRoundsLeft', () => {
  it.each([
    [10n, 0n, 10n],
    [10n, 4n, 6n],
    [10n, 10n, 0n],
    [3n, 10n, 0n],
    [2n ** 64n - 1n, 1n, 2n ** 64n - 2n],
  ])('of %s, %s of them settled: %s', (rounds, roundsSettled, left) => {
    expect(delegateRoundsLeft({ rounds, roundsSettled })).toBe(left);
  });
});

describe('delegateIsRevoked', () => {
  it.each([
    [0n, false],
    [1n, true],
  ])('at %s: %s', (revokedAt, revoked) => {
    expect(delegateIsRevoked({ revokedAt })).toBe(revoked);
  });
});
