import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createDryRunShare } from './dry-run-share.js';

function start(limits: { readonly maxConcurrent?: number; readonly perMinute?: number } = {}) {
  const clock = { ms: 0 };
  const share = createDryRunShare({ maxConcurrent: 16, perMinute: 60, monotonicMs: () => clock.ms, ...limits });
  /** Dry runs one after the other, until one is refused; answers how many, and with what code. */
  const fill = (gateway: string, requester: string): readonly [number, string] => {
    for (let count = 0; count <= 1_000; count += 1) {
      try {
        share.take({ gateway, requester }, 1).leaves[0]?.();
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        return [count, error.code];
      }
    }
    throw new Error('dry runs have no end');
  };
  return { clock, share, fill };
}

describe('the share of dry runs', () => {
  it('has an end within a minute for one requester, leaves some to others, and comes back', () => {
    const { clock, fill } = start();
    const [first, code] = fill('g', 'greedy');
    expect(code).toBe('share_used');
    expect(first).toBeLessThan(60);
    expect(fill('g', 'second')[0]).toBeGreaterThan(0);
    clock.ms = 120_000;
    expect(fill('g', 'greedy')[0]).toBe(first);
  });

  it('has an end for one gateway, however many requesters it names, and some are left to another gateway', () => {
    const { share, fill } = start();
    const taken = Array.from({ length: 100 }, (_, number) => fill('greedy', `r${number}`)[0]);
    expect(taken.reduce((sum, count) => sum + count, 0)).toBeLessThan(60);
    share.take({ gateway: 'honest', requester: 'r0' }, 1);
  });

  it('refuses more at once than there are places, and gives a place back', () => {
    const { share } = start({ maxConcurrent: 1 });
    const { leaves } = share.take({ gateway: 'g', requester: 'r' }, 1);
    expect(() => share.take({ gateway: 'g', requester: 'r' }, 1)).toThrow(new NodeError('overloaded'));
    leaves[0]?.();
    share.take({ gateway: 'g', requester: 'r' }, 1);
  });

  it('charges nothing for a dry run that found no place', () => {
    const { share, fill } = start({ maxConcurrent: 1, perMinute: 60 });
    const { leaves } = share.take({ gateway: 'g', requester: 'slow' }, 1);
    expect(fill('g', 'other')).toEqual([0, 'overloaded']);
    leaves[0]?.();
    const unrefused = start();
    unrefused.share.take({ gateway: 'g', requester: 'slow' }, 1).leaves[0]?.();
    expect(fill('g', 'other')).toEqual(unrefused.fill('g', 'other'));
  });

  it('has room for all sources of a list or for none', () => {
    const { share } = start({ maxConcurrent: 16, perMinute: 12 });
    const asker = { gateway: 'g', requester: 'r' };
    expect(() => share.take(asker, 13)).toThrow(new NodeError('overloaded'));
    for (const leave of share.take(asker, 8).leaves) leave();
    expect(() => share.take(asker, 4)).toThrow(NodeError);
    share.take(asker, 1);
  });

  it('fetches under a tenant of its own, which waits behind no round of the requester', () => {
    expect(start().share.take({ gateway: 'g', requester: 'r' }, 1).by).toEqual({ gateway: 'g', requester: 'dry-run:r' });
  });

  it('is nothing where the operator leaves it off', () => {
    expect(() => start({ perMinute: 0 }).share.take({ gateway: 'g', requester: 'r' }, 1)).toThrow(/serves no dry runs/);
  });
});
