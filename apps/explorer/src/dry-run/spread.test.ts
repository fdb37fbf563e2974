import type { SimulatedNode } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { shareText, spreadOf } from './spread.js';

const wouldSign = null;

function nodes(...values: readonly (string | null)[]): readonly SimulatedNode[] {
  return values.map((value, nodeIndex) => {
    const asked = { nodeIndex, latencyMs: 10 * (nodeIndex + 1) };
    return value === null
      ? { ...asked, error: { code: 'upstream_failure', detail: 'it failed' } }
      : { ...asked, value, valuePacked: '0x', receivedAtMs: 1 };
  });
}

describe('the spread of a dry run', () => {
  it('has the lower median, and each node at its distance on the allowed band', () => {
    const spread = spreadOf({ wouldSign, nodes: nodes('100', '100.5', null, '99.5', '100') }, 100);
    expect(spread).toMatchObject({ centre: '100', width: '1.00 %', slowestMs: 50 });
    expect(spread?.rows.map(({ nodeIndex, distance, place }) => [nodeIndex, distance, place])).toEqual([
      [0, '0 %', 50],
      [1, '+0.50 %', 75],
      [3, '−0.50 %', 25],
      [4, '0 %', 50],
    ]);
  });

  it('has the value that would be signed in its middle, which is the median of the signers', () => {
    const signed = { value: '100.5', valuePacked: '0x', quorum: 3 };
    const spread = spreadOf({ wouldSign: signed, nodes: nodes('100', '100.5', '100.6', '99') }, 100);
    expect([spread?.centre, spread?.rows.map(({ distance }) => distance)]).toEqual(['100.5', ['−0.50 %', '0 %', '+0.10 %', '−1.49 %']]);
  });

  it('has a node beyond the band at its end', () => {
    expect(spreadOf({ wouldSign, nodes: nodes('100', '100', '150') }, 10)?.rows.map(({ place }) => place)).toEqual([50, 50, 100]);
  });

  it('has the widest distance as its band where nothing is allowed', () => {
    expect(spreadOf({ wouldSign, nodes: nodes('1', '2', '3') }, undefined)?.rows.map(({ place }) => place)).toEqual([0, 50, 100]);
    expect(spreadOf({ wouldSign, nodes: nodes('7', '7') }, undefined)?.rows.map(({ place }) => place)).toEqual([50, 50]);
  });

  it('has no distance from zero, and is unknown without a value', () => {
    expect(spreadOf({ wouldSign, nodes: nodes('0', '0', '1') }, 50)?.rows.map(({ distance }) => distance)).toEqual(['', '', '']);
    expect(spreadOf({ wouldSign, nodes: nodes(null) }, 50)).toBeUndefined();
  });
});

it('a share has two digits, or three where it is small', () => {
  expect([20n, -6n, 0n, 150_000n].map((part) => shareText(part, 100_000n))).toEqual(['0.02 %', '0.006 %', '0 %', '150.00 %']);
  expect([shareText(1n, 10n ** 9n), shareText(1n, 0n)]).toEqual(['less than 0.001 %', 'from zero']);
});
