import { describe, expect, it } from 'vitest';
import type { BoundName } from './bounds.js';
import { MEASUREMENT } from './measurement.js';
import type { DeploymentSize, Load } from './load.js';
import { planCapacity } from './plan-capacity.js';

const LOAD: Load = { roundsPerSecond: 100, path: 'subscription', mode: 'exact', quorum: 3, sourceMs: 250, hoursWithoutRewrite: 6, owners: 8, sources: null, origins: 1 }; // prettier-ignore
const SIZE: DeploymentSize = { nodes: 5, nodeThreads: 4, keypairs: 1, payers: 1, sol: null, diskGib: null };

function fullAt(name: BoundName, load: Partial<Load> = {}, size: Partial<DeploymentSize> = {}): number {
  const { bounds } = planCapacity({ ...LOAD, ...load }, { ...SIZE, ...size }, MEASUREMENT);
  return bounds.find((bound) => bound.name === name)?.roundsPerSecond ?? Infinity;
}

describe('a bound', () => {
  it.each<[BoundName, Partial<Load>, Partial<DeploymentSize>]>([
    ['fetches of one origin', { owners: 16 }, {}],
    ['fetches of one origin', { origins: 2 }, {}],
    ['fetches of one origin', {}, { nodes: 10 }],
    ["a node's main thread", {}, { nodes: 10 }],
    ["a node's observing threads", {}, { nodes: 10 }],
    ["a node's observing threads", {}, { nodeThreads: 8 }],
    ['a Redis primary', {}, { keypairs: 2 }],
    ['a paying account', {}, { payers: 2 }],
    ['a paying account', {}, { keypairs: 2 }],
    ['a subscription', { owners: 16 }, {}],
  ])('%s is twice as high with twice as much of %j %j', (name, load, size) => {
    expect(fullAt(name)).toBeLessThan(Infinity);
    expect(fullAt(name, load, size) / fullAt(name)).toBeCloseTo(2, 10);
  });

  it('of SOL and of disk is there where they are limited, and grows with them', () => {
    expect([fullAt('lamports in receipts'), fullAt('the disk of Redis')]).toEqual([Infinity, Infinity]);
    expect(fullAt('lamports in receipts', {}, { sol: 2_000 }) / fullAt('lamports in receipts', {}, { sol: 1_000 })).toBeCloseTo(2, 10);
    expect(fullAt('the disk of Redis', {}, { diskGib: 40 }) / fullAt('the disk of Redis', {}, { diskGib: 20 })).toBeCloseTo(2, 10);
  });

  it('of the chain is that of no deployment', () => {
    const most = { nodes: 64, nodeThreads: 64, keypairs: 1_000, payers: 16 };
    expect(fullAt('the blocks of the chain', {}, most)).toBe(fullAt('the blocks of the chain'));
    expect(fullAt('the treasury', { path: 'agent' }, most)).toBe(fullAt('the treasury', { path: 'agent' }));
  });

  it('of the treasury is one account’s part of the blocks, and that of a subscription is its owner’s', () => {
    expect(fullAt('the treasury', { path: 'agent' })).toBe(fullAt('a paying account', { path: 'agent' }));
    expect(fullAt('a subscription', { owners: 1 })).toBe(fullAt('a paying account'));
    expect([fullAt('the treasury'), fullAt('a subscription', { path: 'agent' })]).toEqual([Infinity, Infinity]);
  });

  it('of the chain is not there for rounds that no transaction settles', () => {
    for (const name of ['a paying account', 'the blocks of the chain'] as const) expect(fullAt(name, { path: 'x402' })).toBe(Infinity);
  });

  it('of fetches is higher where rounds share sources, and is absent where the shared fetches fit', () => {
    // Sixteen fetches of 250 ms for each of eight owners: 512 a second at a node.
    const alone = fullAt('fetches of one origin');
    expect(fullAt('fetches of one origin', { sources: 100 })).toBeGreaterThan(alone);
    expect(fullAt('fetches of one origin', { sources: 51 })).toBe(Infinity);
    expect(fullAt('fetches of one origin', { sources: 1_000_000 })).toBeCloseTo(alone, 0);
    expect(fullAt('fetches of one origin', { sourceMs: 0 })).toBe(Infinity);
  });

  it('of the observing threads is higher where rounds share fetches', () => {
    expect(fullAt("a node's observing threads", { sources: 1 })).toBeGreaterThan(fullAt("a node's observing threads"));
  });
});

describe('the plan', () => {
  it('breaks at its first bound, for every path and at every load beyond it', () => {
    for (const path of Object.keys(MEASUREMENT.recordBytes)) {
      const { bounds } = planCapacity({ ...LOAD, path }, SIZE, MEASUREMENT);
      const [first] = bounds;
      expect(bounds.map(({ roundsPerSecond }) => roundsPerSecond)).toEqual(
        bounds.map((bound) => bound.roundsPerSecond).toSorted((a, b) => a - b),
      );
      const at = (share: number) => planCapacity({ ...LOAD, path, roundsPerSecond: first!.roundsPerSecond * share }, SIZE, MEASUREMENT);
      expect(at(0.999).breaks).toBeNull();
      expect(at(1.001).breaks?.name).toBe(first!.name);
    }
  });

  it('has a gateway and a worker for each keypair, and the primary of one among them', () => {
    const [one, four] = [1, 4].map((keypairs) => planCapacity({ ...LOAD, roundsPerSecond: 8 }, { ...SIZE, keypairs }, MEASUREMENT));
    expect([four!.gateways.processes, four!.workers.processes]).toEqual([4, 4]);
    expect(four!.redis.bytes).toBeCloseTo(one!.redis.bytes / 4, 5);
  });
});
