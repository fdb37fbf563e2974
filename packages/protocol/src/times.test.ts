import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as times from './times.js';

const timing = readFileSync(new URL('../../../programs/oracle/src/timing.rs', import.meta.url), 'utf8');

function ofProgram(name: string): bigint {
  const number = new RegExp(`const ${name}: i64 = ([0-9_]+);`).exec(timing)?.[1];
  if (number === undefined) throw new Error(`timing.rs: ${name} is not a plain number`);
  return BigInt(number.replaceAll('_', ''));
}

describe('the program judges by the same', () => {
  it.each([
    ['GRACE_SECONDS', times.GRACE_SECONDS],
    ['MAX_AHEAD_SECONDS', times.SETTLE_AHEAD_SECONDS],
    ['CLOSE_MARGIN_SECONDS', times.CLOSE_MARGIN_SECONDS],
    ['FEED_AHEAD_SECONDS', BigInt(times.FEED_AHEAD_MS / 1_000)],
  ])('%s', (name, seconds) => {
    expect(ofProgram(name)).toBe(seconds);
  });
});

describe('times that depend on each other', () => {
  it('are the numbers of docs/protocol.md where they are derived', () => {
    expect(times.MAX_BEHIND_MS).toEqual({ nested: 10_000, flat: 310_000 });
    expect(times.MAX_TIMESTAMP_AHEAD_SECONDS).toBe(3);
  });

  it('a session outlives every replay of the request that opened it', () => {
    expect(times.SESSION_LIFE_MS).toBeGreaterThan(2 * times.MAX_REQUEST_SKEW_MS);
  });

  it('a round ends while its nodes still have the session', () => {
    expect(times.ROUND_DEADLINE_MS).toBeLessThanOrEqual(times.SESSION_LIFE_MS);
  });

  it('a round has time for one observation and two attempts to sign', () => {
    const signMs = 2 * times.SIGN_DEADLINE_MS;
    expect(times.OBSERVE_DEADLINE_MS + signMs).toBeLessThanOrEqual(times.ROUND_DEADLINE_MS);
    expect(times.PAID_OBSERVE_DEADLINE_MS + signMs).toBeLessThanOrEqual(times.ROUND_DEADLINE_MS);
  });

  it('a node is given at least as long to observe as it may fetch', () => {
    expect(times.SOURCE_DEADLINE_MS).toBeLessThanOrEqual(times.OBSERVE_DEADLINE_MS);
    expect(times.PAID_SOURCE_DEADLINE_MS).toBeLessThanOrEqual(times.PAID_OBSERVE_DEADLINE_MS);
  });

  it('nodes accept a round that a caller dated as early or as late as the gateway allows', () => {
    expect(times.MAX_BEHIND_MS.flat).toBeGreaterThanOrEqual(times.MAX_TIMESTAMP_AGE_SECONDS * 1_000 + times.FIXED_AT_SKEW_MS);
    expect(times.MAX_AHEAD_MS).toBeGreaterThanOrEqual(times.MAX_TIMESTAMP_AHEAD_SECONDS * 1_000 + times.FIXED_AT_SKEW_MS);
  });
});
