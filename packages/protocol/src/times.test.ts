import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as times from './times.js';

const timing = readFileSync(new URL('../../../programs/oracle/src/timing.rs', import.meta.url), 'utf8');

function ofProgram(name: string): bigint {
  const product = new RegExp(`const ${name}: i64 = ([0-9_ *]+);`).exec(timing)?.[1];
  if (product === undefined) throw new Error(`timing.rs: ${name} is no product of plain numbers`);
  return product.split('*').reduce((result, factor) => result * BigInt(factor.replaceAll('_', '').trim()), 1n);
}

describe('the program judges by the same', () => {
  it.each([
    ['GRACE_SECONDS', times.GRACE_SECONDS],
    ['MAX_AHEAD_SECONDS', times.SETTLE_AHEAD_SECONDS],
    ['CLOSE_MARGIN_SECONDS', times.CLOSE_MARGIN_SECONDS],
    ['REGISTRY_LIFE_SECONDS', times.REGISTRY_LIFE_SECONDS],
    ['ANNOUNCEMENT_LIFE_SECONDS', times.ANNOUNCEMENT_LIFE_SECONDS],
    ['FEED_AHEAD_SECONDS', BigInt(times.FEED_AHEAD_MS / 1_000)],
  ])('%s', (name, seconds) => {
    expect(ofProgram(name)).toBe(seconds);
  });
});

describe('times that depend on each other', () => {
  it('are the numbers of docs/protocol.md where they are derived', () => {
    expect(times.MAX_ROUND_TIME_SKEW_MS).toBe(310_000);
    expect(times.STAMP_LIMITS).toEqual({ askedMs: 14_000, observedMs: 26_000 });
    expect(times.PAID_STAMP_LIMITS).toEqual({ askedMs: 22_000, observedMs: 42_000 });
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
    expect(times.MAX_ROUND_TIME_SKEW_MS).toBeGreaterThanOrEqual(times.MAX_TIMESTAMP_SKEW_SECONDS * 1_000 + times.FIXED_AT_SKEW_MS);
  });

  it('a node that is asked last with the stamp of the first still has the time of a whole fetch', () => {
    const fetchMs = [times.SOURCE_DEADLINE_MS, times.PAID_SOURCE_DEADLINE_MS];
    [times.STAMP_LIMITS, times.PAID_STAMP_LIMITS].forEach(({ askedMs, observedMs }, place) => {
      expect(observedMs).toBeGreaterThanOrEqual(askedMs + (fetchMs[place] ?? 0));
    });
  });
});
