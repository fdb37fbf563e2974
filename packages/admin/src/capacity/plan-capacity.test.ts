import { describe, expect, it } from 'vitest';
import type { CapacityRow, Measurement } from './capacity-measurement.js';
import type { DeploymentSize, Load } from './load.js';
import { planCapacity } from './plan-capacity.js';

const ROW: CapacityRow = {
  path: 'owned',
  mode: 'exact',
  nodes: 5,
  quorum: 3,
  gatewayMs: 6,
  observationMs: 2,
  workerMs: 3,
  observations: 3,
  roundMs: 20,
  perSecond: 100,
  gatewayCalls: 0.1,
  workerCalls: 0.9,
  transactions: 0.25,
  feeLamports: 1_250,
};
const MEASUREMENT: Measurement = {
  machine: 'a machine',
  rows: [
    ROW,
    { ...ROW, quorum: 9, nodes: 13, gatewayMs: 8, observations: 9, roundMs: 30 },
    { ...ROW, mode: 'tolerance', gatewayMs: 9, observations: 4, roundMs: 32 },
    { ...ROW, path: 'paid', gatewayMs: 14, workerMs: 0, workerCalls: 0, transactions: 0, feeLamports: 0, roundMs: 50 },
  ],
  cores: [],
  recordBytes: { owned: { waiting: 2_000, kept: 1_500 }, paid: { waiting: 2_100, kept: 2_600 } },
  appendedBytes: { owned: 10_000, paid: 6_000 },
  shares: { machine: 'a machine', mainThreadOfObservation: 0.6, fetchOfObservation: 0.4, redisOfGateway: 0.2 },
  settlementUnits: { owned: 36_000, paid: 0 },
};
const LOAD: Load = { roundsPerSecond: 100, path: 'owned', mode: 'exact', quorum: 3, sourceMs: 80, hoursWithoutRewrite: 6, owners: 8, sources: null, origins: 1 }; // prettier-ignore
const SIZE: DeploymentSize = { nodes: 5, nodeThreads: 4, keypairs: 1, payers: 1, sol: null, diskGib: null };

describe('the plan of a load', () => {
  it('is the measured cost times the rounds', () => {
    const plan = planCapacity(LOAD, SIZE, MEASUREMENT);
    expect(plan.basis).toEqual(ROW);
    // 0.6 of a core is planned for a process.
    expect(plan.gateways).toEqual({ cores: 0.6, processes: 1, roundsUnderWay: 10 });
    expect(plan.nodes).toEqual({ coresEach: 0.12, processCoresEach: 0.12 / 0.6, observationsPerSecondEach: 60 });
    expect(plan.workers).toEqual({ cores: 0.3, processes: 1, transactionsPerSecond: 25 });
    // Ten seconds until they are settled, an hour afterwards.
    const bytes = 100 * (2_000 * 10 + 1_500 * 3_600);
    expect(plan.redis).toEqual({
      bytes,
      memoryBytes: 2 * bytes,
      durableWritesPerSecond: 200,
      appendedBytesPerHour: 100 * 10_000 * 3_600,
      // The file, as much again, and its copy; then six hours without a rewrite.
      diskBytes: 3 * bytes + 6 * 100 * 10_000 * 3_600,
    });
    expect(plan.rpc).toEqual({ callsPerSecond: 100 });
    // A receipt's rent for six hours and a minute.
    expect(plan.lamports).toEqual({ locked: 100 * 21_660 * 1_447_680, feesPerDay: 100 * 86_400 * 1_250 });
  });

  it('has more gateways for more CPU time, and for more rounds at once', () => {
    expect(planCapacity({ ...LOAD, roundsPerSecond: 101 }, SIZE, MEASUREMENT).gateways.processes).toBe(2);
    expect(planCapacity({ ...LOAD, sourceMs: 2_000 }, SIZE, MEASUREMENT).gateways).toMatchObject({ processes: 4, roundsUnderWay: 202 });
  });

  it('leaves room on the disk for a file that is not written anew below 64 MiB', () => {
    const { diskBytes } = planCapacity({ ...LOAD, roundsPerSecond: 0.001, hoursWithoutRewrite: 0 }, SIZE, MEASUREMENT).redis;
    expect(diskBytes).toBe(3 * 64 * 1_048_576);
  });

  it('spreads the observations of a round over all nodes', () => {
    expect(planCapacity(LOAD, { ...SIZE, nodes: 30 }, MEASUREMENT).nodes.observationsPerSecondEach).toBe(10);
  });

  it('takes the next larger quorum that was measured', () => {
    expect(planCapacity({ ...LOAD, quorum: 4 }, SIZE, MEASUREMENT).basis).toMatchObject({ quorum: 9, gatewayMs: 8 });
  });

  it('adds what a path costs beyond the first one, where its own rows end', () => {
    const { basis, lamports, workers } = planCapacity({ ...LOAD, path: 'paid', quorum: 9 }, SIZE, MEASUREMENT);
    expect(workers).toEqual({ cores: 0, processes: 0, transactionsPerSecond: 0 });
    expect(basis).toMatchObject({ path: 'paid', quorum: 9, gatewayMs: 16, roundMs: 60, observations: 9, workerMs: 0, transactions: 0 });
    expect(lamports).toEqual({ locked: 0, feesPerDay: 0 });
  });

  it('takes the rows of its mode, and adds what the path costs in the mode that was measured', () => {
    expect(planCapacity({ ...LOAD, mode: 'tolerance' }, SIZE, MEASUREMENT).basis).toMatchObject({ mode: 'tolerance', gatewayMs: 9 });
    const { basis } = planCapacity({ ...LOAD, mode: 'tolerance', path: 'paid' }, SIZE, MEASUREMENT);
    expect(basis).toMatchObject({
      path: 'paid',
      mode: 'tolerance',
      gatewayMs: 17,
      observations: 4,
      roundMs: 62,
      workerMs: 0,
      feeLamports: 0,
    });
  });

  it.each<[Partial<Load>, string]>([
    [{ quorum: 10 }, 'quorum: was measured up to 9 in mode exact'],
    [{ quorum: 4, mode: 'tolerance' }, 'quorum: was measured up to 3 in mode tolerance'],
    [{ path: 'free' }, 'path: must be one of owned, paid'],
  ])('is refused for %j, which was not measured', (change, message) => {
    expect(() => planCapacity({ ...LOAD, ...change }, SIZE, MEASUREMENT)).toThrow(message);
  });
});
