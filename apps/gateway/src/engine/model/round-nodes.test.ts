import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chooseEligible, drawNodes } from './round-nodes.js';

const nodes = [0, 1, 2, 3, 4, 5].map((index) => ({ index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null }));
const healthy = { rankOf: () => 0, randomBytes };
function indices(chosen: readonly { index: number }[]): number[] {
  return chosen.map(({ index }) => index);
}

describe('chooseEligible', () => {
  it('takes the asked number, ascending, and all when there are fewer', () => {
    const chosen = indices(chooseEligible(nodes, { quorum: 3, buffer: 1 }, healthy));
    expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
    expect(chosen).toHaveLength(4);
    expect(indices(chooseEligible(nodes, { quorum: 8, buffer: 1 }, healthy))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('without a buffer, takes nodes with something against them only when the others do not suffice', () => {
    const deps = { rankOf: (index: number) => Number(index < 2), randomBytes };
    expect(indices(chooseEligible(nodes, { quorum: 4, buffer: 0 }, deps))).toEqual([2, 3, 4, 5]);
    expect(indices(chooseEligible(nodes, { quorum: 5, buffer: 0 }, deps)).filter((index) => index >= 2)).toEqual([2, 3, 4, 5]);
  });

  it('with a buffer, takes one node for one place whatever is held against it, each as often as any other, and no second', () => {
    const deps = { rankOf: (index: number) => Number(index < 2), randomBytes };
    const rounds = Array.from({ length: 3_000 }, () => indices(chooseEligible(nodes, { quorum: 3, buffer: 1 }, deps)));
    expect(rounds.filter((chosen) => chosen.includes(0) && chosen.includes(1))).toEqual([]);
    for (const index of [0, 1]) {
      const share = rounds.filter((chosen) => chosen.includes(index)).length / rounds.length;
      // A sixth each; ten standard deviations of a fair choice are 0.068.
      expect(Math.abs(share - 1 / 6)).toBeLessThan(0.068);
    }
  });

  it('follows the randomness it is given', () => {
    const descending = (length: number): Uint8Array => Uint8Array.from({ length }, (_, position) => 100 - position);
    expect(indices(chooseEligible(nodes, { quorum: 1, buffer: 1 }, { ...healthy, randomBytes: descending }))).toEqual([4, 5]);
  });

  it('every node is chosen equally often over time', () => {
    const rounds = Array.from({ length: 3_000 }, () => indices(chooseEligible(nodes, { quorum: 1, buffer: 1 }, healthy)));
    for (const { index } of nodes) {
      const share = rounds.filter((chosen) => chosen.includes(index)).length / rounds.length;
      // A third each; ten standard deviations of a fair choice are 0.086.
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.086);
    }
  });
});

describe('drawNodes', () => {
  it('takes nodes with something against them only when the others do not suffice', () => {
    const deps = { rankOf: (index: number) => Number(index < 4), randomBytes };
    const rounds = Array.from({ length: 100 }, () => indices(drawNodes(nodes, 3, deps)));
    for (const chosen of rounds) expect(chosen.filter((index) => index >= 4)).toEqual([4, 5]);
  });
});
