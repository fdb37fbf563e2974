import { expect, it } from 'vitest';
import { capacityText } from './capacity-text.js';
import { MEASUREMENT } from './measurement.js';
import { planCapacity } from './plan-capacity.js';

it('has a line for each kind of process, and names the measurement', () => {
  const load = { roundsPerSecond: 100, path: 'subscription', mode: 'exact', quorum: 3, nodes: 5, sourceMs: 80, hoursWithoutRewrite: 6 };
  const plan = planCapacity(load, MEASUREMENT);
  const [head, ...lines] = capacityText(
    load,
    {
      ...plan,
      gateways: { cores: 0.456, processes: 2, roundsUnderWay: 12.4 },
      redis: {
        bytes: 3 * 1_048_576,
        memoryBytes: 6 * 1_048_576,
        durableWritesPerSecond: 200,
        appendedBytesPerHour: 2 ** 31,
        diskBytes: 14 * 2 ** 30,
      },
      lamports: { locked: 3_213_849_600_000, feesPerDay: 10_800_000_000 },
    },
    MEASUREMENT,
  ).split('\n');
  expect(head).toBe('100 rounds a second of the path subscription in mode exact, quorum 3 of 5 nodes, a source of 80 ms');
  expect(lines).toContain('  gateways     2 (0.46 cores), 12 rounds under way');
  expect(lines).toContain('  Redis        6 MiB of memory for 3 MiB of records, 200 durable writes a second');
  expect(lines).toContain(
    "  Redis' disk  14 GiB on each server: its file grows by 2 GiB an hour before it is written anew, and may do so for 6 hours",
  );
  expect(lines).toContain('  lamports     3,214 SOL in receipts until they are closed, 11 SOL of fees a day');
  expect(lines.at(-2)).toBe(
    `from a round of quorum ${plan.basis.quorum}, measured on ${MEASUREMENT.machine}; 60 % of a core for each process`,
  );
});

it('plans every measured row', () => {
  for (const { path, mode, quorum, nodes } of MEASUREMENT.rows) {
    const { gateways, nodes: each } = planCapacity(
      { roundsPerSecond: 1, path, mode, quorum, nodes, sourceMs: 0, hoursWithoutRewrite: 0 },
      MEASUREMENT,
    );
    expect(gateways.processes).toBe(1);
    expect(each.coresEach).toBeGreaterThan(0);
  }
});

it('plans every path in every mode', () => {
  for (const path of Object.keys(MEASUREMENT.recordBytes)) {
    for (const mode of ['exact', 'tolerance']) {
      const { basis } = planCapacity(
        { roundsPerSecond: 1, path, mode, quorum: 3, nodes: 5, sourceMs: 0, hoursWithoutRewrite: 0 },
        MEASUREMENT,
      );
      expect([path, mode, basis.path, basis.mode, basis.gatewayMs > 0]).toEqual([path, mode, path, mode, true]);
    }
  }
});
