import { describe, expect, it } from 'vitest';
import { toldRoundOf } from './round-view.js';

function hex(digit: string): string {
  return `0x${digit.repeat(64)}`;
}

const data = {
  feedId: hex('a'),
  value: '64628.31',
  valuePacked: hex('0'),
  timestamp: 1_763_683_200,
  observedAt: 1_763_683_200_120,
  registryVersion: 3,
  signaturesRequired: 3,
  configHash: hex('c'),
  signersBitmap: `${hex('0').slice(0, -2)}15`,
  s: hex('1'),
  rx: hex('2'),
  ryParity: 0,
  commitmentAddr: `0x${'d'.repeat(40)}`,
  fresh: true,
};

describe('a round as the gateway tells it', () => {
  it('has its value, its signers and its ids', () => {
    expect(toldRoundOf({ status: 'completed', data })).toMatchObject({
      ...{ value: '64628.31', observedAtMs: 1_763_683_200_120, quorum: 3, signers: [0, 2, 4] },
      ...{ sourceId: hex('c'), feedId: hex('a'), members: undefined },
    });
  });

  it('has the values of a list apart', () => {
    const values = [
      { sourceId: hex('e'), feedId: hex('a'), value: '1.5', valuePacked: hex('0') },
      { sourceId: hex('f'), feedId: hex('b'), reason: { code: 'upstream_failure', detail: 'status 503' } },
    ];
    const round = toldRoundOf({ status: 'completed', data: { ...data, value: hex('0'), values } });
    expect(round?.members?.map(({ sourceId, value }) => [sourceId, value])).toEqual([
      [hex('e'), '1.5'],
      [hex('f'), null],
    ]);
  });

  it('is missing where it has none, or one that breaks its form', () => {
    expect(toldRoundOf(undefined)).toBeUndefined();
    expect(toldRoundOf({ status: 'completed', data: { ...data, s: '0x' } })).toBeUndefined();
  });
});
