import { describe, expect, it } from 'vitest';
import { createClockSweep } from './node-presence.js';
import { NodeCallError } from './node-call-error.js';
import type { RoundNode } from './node-directory.js';
import { nodeCalls } from '../../../tests/fakes/engine-ports.js';

const nodes = [0, 1, 2].map((index): RoundNode => ({ index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null }));

function sweepOver(toAskAgain: readonly RoundNode[], failure: (index: number) => Error | null) {
  const asked: number[] = [];
  const client = nodeCalls({
    release: ({ index }: RoundNode) => {
      asked.push(index);
      const error = failure(index);
      return error === null ? Promise.resolve({ released: 0 }) : Promise.reject(error);
    },
  });
  const clocks = { note: () => undefined, offsetMs: () => null, offsetToMs: () => 0, isOff: () => true, toAskAgain: () => toAskAgain };
  const sweep = createClockSweep({ clocks, client, signal: new AbortController().signal });
  return { sweep, asked };
}

describe('the sweep of the clock', () => {
  it('asks no node while the clock is right', async () => {
    const { sweep, asked } = sweepOver([], () => null);
    await sweep();
    expect(asked).toEqual([]);
  });

  it('asks every node again while it is off, whatever some of them answer', async () => {
    const refusal = new NodeCallError({ nodeIndex: 1, step: 'release', fault: 'refused', code: 'unauthorized' });
    const { sweep, asked } = sweepOver(nodes, (index) => (index === 1 ? refusal : null));
    await sweep();
    expect(asked).toEqual([0, 1, 2]);
  });

  it('hides no fault of our own', async () => {
    const { sweep } = sweepOver(nodes, () => new TypeError('ours'));
    await expect(sweep()).rejects.toThrow('ours');
  });
});
