import { deriveFeedId, deriveSourceId, MAX_BEHIND_MS, NO_OWNER, SESSION_LIFE_MS, unixMs, type FeedId } from '@oracle-gateway/protocol';
import { describe, expect, it, vi } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createSignedValues } from './signed-values.js';

function feed(signaturesRequired: number): FeedId {
  return deriveFeedId({ owner: NO_OWNER, sourceId: deriveSourceId({ url: 'https://prices.example/', method: 'GET' }), signaturesRequired });
}

function value(fill: number): Uint8Array {
  return new Uint8Array(32).fill(fill);
}
const time = unixMs(1_795_000_000_000);

function start(maxEntriesPerGateway = 100) {
  const clock = { nowMs: Number(time), monotonicMs: 0 };
  const values = createSignedValues({ nowMs: () => clock.nowMs, monotonicMs: () => clock.monotonicMs, maxEntriesPerGateway });
  const pass = (ms: number): void => {
    clock.nowMs += ms;
    clock.monotonicMs += ms;
  };
  return { clock, values, pass };
}

describe('signed values', () => {
  it('one feed and time has one value, which may be signed again', () => {
    const { values } = start();
    values.claim('g', feed(2), time, value(1));
    values.claim('g', feed(2), time, value(1));
    expect(() => values.claim('g', feed(2), time, value(2))).toThrow(new NodeError('already_signed'));
    values.claim('g', feed(3), time, value(2));
    values.claim('g', feed(2), unixMs(time + 1_000), value(2));
  });

  it('are remembered for as long as a session about that time can be signed, then forgotten', () => {
    const { values, pass } = start();
    const ahead = unixMs(time + MAX_BEHIND_MS.flat);
    values.claim('g', feed(2), time, value(1));
    values.claim('g', feed(2), ahead, value(1));
    pass(MAX_BEHIND_MS.flat + SESSION_LIFE_MS - 1);
    values.prune();
    expect(() => values.claim('g', feed(2), time, value(2))).toThrow(NodeError);
    pass(1);
    values.prune();
    expect(values.size()).toBe(1);
    pass(MAX_BEHIND_MS.flat - 1);
    values.prune();
    expect(() => values.claim('g', feed(2), ahead, value(2))).toThrow(NodeError);
    pass(1);
    values.prune();
    expect(values.size()).toBe(0);
  });

  it('are never dropped early: a full memory refuses instead', () => {
    const { values, clock, pass } = start(2);
    values.claim('g', feed(2), time, value(1));
    values.claim('g', feed(3), unixMs(time + 60_000), value(1));
    expect(() => values.claim('g', feed(4), time, value(1))).toThrow(new NodeError('overloaded'));
    values.claim('g', feed(2), time, value(1));
    pass(MAX_BEHIND_MS.flat + SESSION_LIFE_MS);
    values.claim('g', feed(4), unixMs(clock.nowMs), value(1));
    expect(values.size()).toBe(2);
  });

  it('are not forgotten because the clock jumped ahead and back', () => {
    const { values, clock } = start();
    values.claim('g', feed(2), time, value(1));
    clock.nowMs += 86_400_000;
    values.prune();
    clock.nowMs -= 86_400_000;
    expect(() => values.claim('g', feed(2), time, value(2))).toThrow(new NodeError('already_signed'));
  });

  it('of one gateway are not those of another', () => {
    const { values } = start();
    values.claim('g', feed(2), time, value(1));
    values.claim('h', feed(2), time, value(2));
    expect(() => values.claim('g', feed(2), time, value(2))).toThrow(new NodeError('already_signed'));
  });

  it('of one gateway fill no memory but its own', () => {
    const { values } = start(1);
    values.claim('g', feed(2), time, value(1));
    expect(() => values.claim('g', feed(3), time, value(1))).toThrow(new NodeError('overloaded'));
    values.claim('h', feed(3), time, value(1));
    expect(values.size()).toBe(2);
  });

  it('cost no more to refuse or to renew in a full memory than in an empty one', () => {
    const { values, pass } = start(20_000);
    for (let second = 0; second < 20_000; second += 1) values.claim('g', feed(2), unixMs(time + second * 1_000), value(1));
    const deleted = vi.spyOn(Map.prototype, 'delete');
    const walked = vi.spyOn(Map.prototype, Symbol.iterator);
    try {
      expect(() => values.claim('g', feed(3), time, value(1))).toThrow(new NodeError('overloaded'));
      pass(MAX_BEHIND_MS.flat + SESSION_LIFE_MS);
      values.claim('g', feed(3), unixMs(time + MAX_BEHIND_MS.flat + SESSION_LIFE_MS), value(1));
      // One entry and its second were forgotten, and the seconds of the meantime checked; the other 19,999 were not.
      expect(walked).not.toHaveBeenCalled();
      expect(deleted.mock.calls.length).toBeLessThanOrEqual((MAX_BEHIND_MS.flat + SESSION_LIFE_MS) / 1_000 + 1);
    } finally {
      vi.restoreAllMocks();
    }
    expect(values.size()).toBe(20_000);
  });
});
