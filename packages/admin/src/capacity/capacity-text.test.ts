import { expect, it } from 'vitest';
import { capacityText } from './capacity-text.js';
import { MEASUREMENT } from './measurement.js';
import type { DeploymentSize, Load } from './load.js';
import { planCapacity } from './plan-capacity.js';
import { sizeFor } from './size-for.js';

const LOAD: Load = { roundsPerSecond: 100, path: 'subscription', mode: 'exact', quorum: 3, sourceMs: 80, hoursWithoutRewrite: 6, owners: 8, sources: null, origins: 1 }; // prettier-ignore
const SIZE: DeploymentSize = { nodes: 5, nodeThreads: 4, keypairs: 1, payers: 1, sol: null, diskGib: null };

it('has a line for each kind of process, and names the measurement', () => {
  const plan = planCapacity(LOAD, SIZE, MEASUREMENT);
  const [head, ...lines] = capacityText(
    { load: LOAD, deployment: SIZE },
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
    sizeFor(LOAD, SIZE, MEASUREMENT),
  ).split('\n');
  expect(head).toBe('100 rounds a second of the path subscription in mode exact, quorum 3 of 5 nodes, a source of 80 ms');
  expect(lines).toContain('  gateways     2 (0.46 cores), 12 rounds under way');
  expect(lines).toContain('  Redis        6 MiB of memory for 3 MiB of records, 200 durable writes a second');
  expect(lines).toContain(
    "  Redis' disk  14 GiB on each server: its file grows by 2 GiB an hour before it is written anew, and may do so for 6 hours",
  );
  expect(lines).toContain('  lamports     3,214 SOL in receipts until they are closed, 11 SOL of fees a day');
  expect(lines).toContain('1 keypair with a Redis primary, 1 paying; what is full, and at which load:');
  expect(lines).toContain(
    `from a round of quorum ${plan.basis.quorum}, measured on ${MEASUREMENT.machine}; 60 % of a core, and of a block, for each part`,
  );
  expect(lines.at(-2)).toBe('the deployment holds this load');
});

it('names what breaks first, at which load, and what raises it', () => {
  const load = { ...LOAD, roundsPerSecond: 10_000 };
  const plan = planCapacity(load, SIZE, MEASUREMENT);
  const { name, roundsPerSecond } = plan.breaks!;
  expect(plan.bounds[0]?.name).toBe(name);
  const textOf = (owners: number) => capacityText({ load, deployment: SIZE }, plan, MEASUREMENT, sizeFor({ ...LOAD, owners, roundsPerSecond: 1_000 }, SIZE, MEASUREMENT)); // prettier-ignore
  const at = `${name}, at ${Math.round(roundsPerSecond)} rounds a second; raised by more `;
  expect(textOf(100)).toContain(`\nbreaks first: ${at}`);
  expect(textOf(100)).toMatch(/\nheld with --nodes \d+ --node-threads \d+ --keypairs \d+ --payers \d+\n$/);
  expect(textOf(1)).toMatch(/\nheld by no size: a subscription, at \d+ rounds a second; raised by more owners \(--owners\)\n$/);
});

it('plans every measured row', () => {
  for (const { path, mode, quorum, nodes } of MEASUREMENT.rows) {
    const { gateways, nodes: each } = planCapacity({ ...LOAD, roundsPerSecond: 1, path, mode, quorum }, { ...SIZE, nodes }, MEASUREMENT);
    expect(gateways.processes).toBe(1);
    expect(each.coresEach).toBeGreaterThan(0);
  }
});

it('plans every path in every mode', () => {
  for (const path of Object.keys(MEASUREMENT.recordBytes)) {
    for (const mode of ['exact', 'tolerance']) {
      const { basis } = planCapacity({ ...LOAD, roundsPerSecond: 1, path, mode }, SIZE, MEASUREMENT);
      expect([path, mode, basis.path, basis.mode, basis.gatewayMs > 0]).toEqual([path, mode, path, mode, true]);
    }
  }
});
