import { describe, expect, it } from 'vitest';
import { subscriptionIsPaused } from './subscription-account.js';

describe('subscriptionIsPaused', () => {
  it.each([
    [0n, 0n, false],
    [100n, 0n, true],
    [100n, 200n, false],
    [300n, 200n, true],
    [200n, 200n, false],
  ])('paused at %s, resumed at %s: %s', (pausedAt, resumedAt, paused) => {
    expect(subscriptionIsPaused({ pausedAt, resumedAt })).toBe(paused);
  });
});
