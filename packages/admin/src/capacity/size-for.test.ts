import { describe, expect, it } from 'vitest';
import { MEASUREMENT } from './measurement.js';
import type { DeploymentSize, Load } from './load.js';
import { planCapacity } from './plan-capacity.js';
import { sizeFor } from './size-for.js';

const LOAD: Load = { roundsPerSecond: 100, path: 'subscription', mode: 'exact', quorum: 3, sourceMs: 250, hoursWithoutRewrite: 6, owners: 1_000, sources: null, origins: 1 }; // prettier-ignore
const SIZE: DeploymentSize = { nodes: 5, nodeThreads: 1, keypairs: 1, payers: 1, sol: null, diskGib: null };

describe('the size for a load', () => {
  it.each([1, 50, 400, 900, 2_000])('holds %i rounds a second, and with less of any part it does not', (roundsPerSecond) => {
    const load = { ...LOAD, roundsPerSecond };
    const { size, breaks } = sizeFor(load, SIZE, MEASUREMENT);
    expect(breaks).toBeNull();
    expect(planCapacity(load, size, MEASUREMENT).breaks).toBeNull();
    for (const part of ['nodes', 'nodeThreads', 'keypairs', 'payers'] as const) {
      if (size[part] === SIZE[part]) continue;
      expect(planCapacity(load, { ...size, [part]: size[part] - 1 }, MEASUREMENT).breaks).not.toBeNull();
    }
  });

  it('is not there where the chain, the treasury, an owner or a limit of SOL breaks, and names that', () => {
    const named = (load: Partial<Load>, size: Partial<DeploymentSize> = {}) =>
      sizeFor({ ...LOAD, ...load }, { ...SIZE, ...size }, MEASUREMENT).breaks?.name;
    expect(named({ roundsPerSecond: 10_000 })).toBe('the blocks of the chain');
    expect(named({ roundsPerSecond: 1_000, path: 'agent' })).toBe('the treasury');
    expect(named({ roundsPerSecond: 1_000, owners: 1, sourceMs: 0 })).toBe('a subscription');
    expect(named({ roundsPerSecond: 1_000 }, { sol: 10 })).toBe('lamports in receipts');
  });

  it('has enough of all else where one bound cannot be raised', () => {
    const load = { ...LOAD, roundsPerSecond: 5_000 };
    const { size, breaks } = sizeFor(load, SIZE, MEASUREMENT);
    const broken = planCapacity(load, size, MEASUREMENT).bounds.filter(({ roundsPerSecond }) => roundsPerSecond < load.roundsPerSecond);
    expect(broken).toEqual([breaks]);
    expect(breaks?.name).toBe('the blocks of the chain');
  });

  it('leaves a deployment as it is where that holds the load', () => {
    expect(sizeFor(LOAD, SIZE, MEASUREMENT)).toEqual({ size: SIZE, breaks: null });
  });
});
