import { describe, expect, it } from 'vitest';
import { toAddress } from '../address.js';
import { agentEscrowIsPaused, withdrawableFrom } from './index.js';

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

const PAYER = toAddress(new Uint8Array(32));
const REQUEST = 1_000_000n;
const WINDOW = 21_600n;

function escrow(times: { pausedAt?: bigint; withdrawRequestedAt?: bigint; withdrawableAt?: bigint } = {}) {
  const requested = { pausedAt: REQUEST, withdrawRequestedAt: REQUEST, withdrawableAt: REQUEST + WINDOW };
  return { authority: PAYER, gateway: PAYER, resumedAt: 0n, ...requested, ...times };
}

/** `clock ≥ withdrawable_at` and `max(clock − W, settle_floor) > paused_at + 600` (docs/protocol.md), solved for the clock by hand. */
describe('the second from which an escrow can be emptied', () => {
  it.each([
    ['is the first in which nothing settles from before the pause or its grace', escrow(), {}, 1_022_201n],
    ['is the end of the delay where that is later', escrow({ withdrawableAt: 1_050_000n }), {}, 1_050_000n],
    ['counts from the pause, not from the request', escrow({ pausedAt: 990_000n }), {}, 1_021_600n],
    ['is later under a settle window that was raised since', escrow(), { settleWindowSeconds: 43_200n }, 1_043_801n],
    ['is the end of the delay once the settle floor is past the grace', escrow(), { settleFloor: 1_000_601n }, 1_021_600n],
    ['waits for the window while the settle floor is within the grace', escrow(), { settleFloor: 1_000_600n }, 1_022_201n],
    ['is absent while no withdrawal is requested', escrow({ withdrawRequestedAt: 0n, withdrawableAt: 0n }), {}, null],
  ])('%s', (_rule, account, settings, expected) => {
    expect(withdrawableFrom(account, { settleFloor: 0n, settleWindowSeconds: WINDOW, ...settings })).toBe(expected);
  });
});
