import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/random.js';
import { meetingsUntilAdded, possibleSets } from './evm-signer-sets.js';

const page = await readFile(new URL('../../../../../docs/evm.md', import.meta.url), 'utf8');

/** A row of the gas table, by the number of signers. */
function rowOf(name: string): ReadonlyMap<number, number> {
  const cells = (row: string): number[] => row.split('|').slice(2, -1).map((cell) => Number(cell.replaceAll(',', ''))); // prettier-ignore
  const [head = '', row = ''] = ['gas by number of signers', name].map((first) =>
    page.split('\n').find((line) => line.startsWith(`| ${first} |`)),
  );
  const gas = cells(row);
  return new Map(cells(head).map((signers, place) => [signers, gas[place] ?? 0]));
}

const GAS = { keys: rowOf('verify and store, keys added'), set: rowOf('verify and store, signer set'), add: rowOf('add a signer set') };

function gasOf(signers: number) {
  const [keys = 0, set = 0, add = 0] = [GAS.keys, GAS.set, GAS.add].map((row) => row.get(signers));
  return { keys, set, add };
}

it.each([...GAS.add.keys()])('adding a set of %i signers has paid after the meetings that the gas table says', (signers) => {
  const { keys, set, add } = gasOf(signers);
  expect(meetingsUntilAdded(signers)).toBe(Math.ceil(add / (keys - set)));
});

it.each([
  [5, 3, 10],
  [4, 3, 4],
  [13, 12, 13],
  [9, 3, 84],
  [13, 10, Number.POSITIVE_INFINITY],
  [13, 13, 1],
  [13, 5, Number.POSITIVE_INFINITY],
  [64, 40, Number.POSITIVE_INFINITY],
])('of %i nodes %i signers make %d sets', (nodes, signers, sets) => {
  expect(possibleSets(nodes, signers)).toBe(sets);
});

/** Part of the gas that the rule saves where signers are drawn uniformly, negative where it costs. */
function savedOf(nodes: number, signers: number, rounds: number): number {
  const random = seededRandom(nodes * 1_000 + signers);
  const { keys, set, add } = gasOf(signers);
  const met = new Map<string, number>();
  let gas = 0;
  for (let round = 0; round < rounds; round += 1) {
    const name = drawn(nodes, signers, random);
    const meetings = met.get(name) ?? 0;
    const isKnown = meetings >= meetingsUntilAdded(signers);
    if (possibleSets(nodes, signers) === Number.POSITIVE_INFINITY) gas += keys;
    else gas += isKnown ? set : keys + (meetings + 1 === meetingsUntilAdded(signers) ? add : 0);
    met.set(name, meetings + 1);
  }
  return 1 - gas / (rounds * keys);
}

function drawn(nodes: number, signers: number, random: () => number): string {
  const left = Array.from({ length: nodes }, (_, index) => index);
  return Array.from({ length: signers }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0)
    .toSorted((one, other) => one - other)
    .join();
}

describe('the rule when a set is added', () => {
  const MONTH_HOURS = 720;

  it.each([
    [5, 3, MONTH_HOURS, 0.07],
    [5, 3, 6 * MONTH_HOURS, 0.1],
    [13, 10, 6 * MONTH_HOURS, 0],
  ])('saves with %i nodes and %i signers in %i rounds at least the part %d', (nodes, signers, rounds, least) => {
    expect(savedOf(nodes, signers, rounds)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    [5, 3],
    [7, 3],
    [7, 5],
    [9, 3],
  ])(
    'of %i nodes and %i signers costs at most a tenth more at first, and less than keys after twice the needed meetings',
    (nodes, signers) => {
      const whole = 2 * possibleSets(nodes, signers) * meetingsUntilAdded(signers);
      for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) expect(savedOf(nodes, signers, Math.ceil(part * whole))).toBeGreaterThan(-0.1);
      expect(savedOf(nodes, signers, whole)).toBeGreaterThan(0);
    },
  );
});
