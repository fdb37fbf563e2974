import { fromHex, packExact, packTolerance, parseDecimal, toHex, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import type { SeenBy } from './ask-nodes.js';
import { wouldSign } from './would-sign.js';

const NOW_MS = 1_795_000_000_000;
const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 100,
  maxAgeMs: 5_000,
  numeric: { type: 'int256', decimals: 2 },
} as const;

const source = sourceSubject({ url: 'https://api.example.com/', method: 'GET' });
const tolerant = sourceSubject({ url: 'https://api.example.com/', method: 'GET', aggregation });

function seen(index: number, value: string): SeenBy {
  return {
    node: { index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null },
    latencyMs: 1,
    values: [{ value, receivedAtMs: NOW_MS }],
    answered: [{ value, receivedAtMs: NOW_MS }],
    observed: [{ value: fromHex(value, 32), receivedAtMs: unixMs(NOW_MS) }],
    arrivedAtMs: NOW_MS,
  };
}
function exact(text: string): string {
  return toHex(packExact(parseDecimal(text)));
}
function tolerance(text: string): string {
  return toHex(packTolerance(parseDecimal(text), 2));
}

function signed(arrived: readonly SeenBy[], subject: Subject, quorum: number): string | null {
  const decided = wouldSign(arrived, subject, quorum);
  return decided && toHex(decided.value);
}

describe('what a round would have signed', () => {
  it('in exact mode is the first value that a quorum saw', () => {
    const [a, b] = [exact('1.5'), exact('2')];
    expect(signed([seen(0, b), seen(1, a), seen(2, a), seen(3, b)], source, 2)).toBe(a);
  });

  it('in exact mode is nothing where no two agree, and nothing of too few', () => {
    expect(signed([seen(0, exact('1')), seen(1, exact('2'))], source, 2)).toBeNull();
    expect(signed([seen(0, exact('1'))], source, 2)).toBeNull();
    expect(signed([], source, 1)).toBeNull();
  });

  it('in tolerance mode is the median of what had come by then', () => {
    const arrived = ['100.2', '100', '100.1', '100.4'].map((text, index) => seen(3 - index, tolerance(text)));
    expect(signed(arrived, tolerant, 3)).toBe(tolerance('100.1'));
  });

  it('in tolerance mode is nothing where they lie too far apart', () => {
    const arrived = ['1', '20', '300'].map((text, index) => seen(index, tolerance(text)));
    expect(signed(arrived, tolerant, 3)).toBeNull();
  });
});
