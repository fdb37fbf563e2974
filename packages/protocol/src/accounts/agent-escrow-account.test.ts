import { describe, expect, it } from 'vitest';
import { agentEscrowIsPaused } from './index.js';

describe('an escrow', () => {
  it.each([
    ['that was never paused', 0n, 0n, false],
    ['that is paused', 10n, 0n, true],
    ['that was resumed', 10n, 20n, false],
    ['that is paused again', 30n, 20n, true],
  ])('%s', (_name, pausedAt, resumedAt, expected) => {
    expect(agentEscrowIsPaused({ pausedAt, resumedAt })).toBe(expected);
  });
});
