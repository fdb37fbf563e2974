import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createObservePlaces } from './observe-places.js';

function start(max: number) {
  const clock = { ms: 0 };
  const places = createObservePlaces({ max, monotonicMs: () => clock.ms });
  const leaves: (() => void)[] = [];
  /** Takes places until it is refused; answers how many, and with what code. */
  const fill = (gateway: string, requester: string): readonly [number, string] => {
    for (let count = 0; count <= max; count += 1) {
      try {
        leaves.push(...places.take({ gateway, requester }, 1));
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        return [count, error.code];
      }
    }
    throw new Error('places have no end');
  };
  return { clock, places, leaves, fill };
}

describe('places of observations', () => {
  it('are nearly all for a requester that is alone, and some are left for another, told apart from a node that is full', () => {
    const { fill } = start(64);
    expect(fill('g', 'greedy')).toEqual([54, 'share_used']);
    expect(fill('g', 'second')).toEqual([6, 'share_used']);
    expect(fill('g', 'third')[0]).toBeGreaterThan(0);
  });

  it('are shared by gateways first: one that names ever new requesters leaves a place to the requester of another', () => {
    const { places, fill } = start(64);
    const codes = Array.from({ length: 64 }, (_, number) => fill('greedy', `r${number}`)[1]);
    expect(codes.at(-1)).toBe('overloaded');
    places.take({ gateway: 'honest', requester: 'r0' }, 1);
  });

  it('are given back once, however often', () => {
    const { places } = start(1);
    const asker = { gateway: 'g', requester: 'a' };
    const [leave] = places.take(asker, 1);
    leave?.();
    places.take(asker, 1);
    leave?.();
    expect(() => places.take(asker, 1)).toThrow(new NodeError('overloaded'));
  });

  it('are taken for all sources of a list or for none, and given back one by one', () => {
    const { places } = start(8);
    const asker = { gateway: 'g', requester: 'a' };
    expect(() => places.take(asker, 9)).toThrow(NodeError);
    const [first, ...others] = places.take(asker, 6);
    expect(() => places.take(asker, 2)).toThrow(NodeError);
    first?.();
    const [again] = places.take(asker, 1);
    for (const leave of [...others, again]) leave?.();
    expect(places.take(asker, 6)).toHaveLength(6);
  });

  it('leave their requester fewer where they were held for long, and no other requester, until as much time has passed again', () => {
    const { clock, leaves, fill } = start(64);
    const leaveAll = () => leaves.splice(0).forEach((leave) => leave());
    expect(fill('g', 'slow')[0]).toBe(54);
    clock.ms = 10_000;
    leaveAll();
    expect(fill('g', 'slow')[0]).toBeLessThan(50);
    leaveAll();
    expect(fill('g', 'prompt')[0]).toBe(54);
    leaveAll();
    clock.ms += 10_000;
    expect(fill('g', 'slow')[0]).toBe(54);
  });
});
