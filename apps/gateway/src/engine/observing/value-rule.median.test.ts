import { fromHex, observationSetHash, packTolerance, parseDecimal, toHex, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { readObservation } from '@oracle-gateway/node-api';
import { describe, expect, it } from 'vitest';
import type { Decision, NodeObservation } from './observation.js';
import { type RuleInput, createSetRule } from './value-rule.js';

const NOW_MS = 1_795_000_000_000;
const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 100,
  maxAgeMs: 5_000,
  numeric: { type: 'int256', decimals: 2 },
} as const;
const subject = sourceSubject({ url: 'https://api.example.com/', method: 'GET', aggregation });
const nonce = { d: '', e: '' };

function packed(text: string): string {
  return toHex(packTolerance(parseDecimal(text), 2));
}

/** An observation made `ageMs` before now. The rule checks no signature: what has arrived is verified. */
function seen(index: number, price: string, ageMs = 0): NodeObservation {
  const value = packed(price);
  const signature = { s: new Uint8Array(32), commitment: new Uint8Array(20) };
  const receivedAtMs = unixMs(NOW_MS - ageMs);
  const signed = { index, values: [{ value: fromHex(value, 32), receivedAtMs }], signature };
  return {
    node: { index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null },
    values: [{ value, receivedAtMs }],
    signed,
    nonces: [nonce, nonce],
    partial: null,
  };
}

function ruleInput(arrived: readonly NodeObservation[], excluded: readonly number[] = [], outstanding = 0): RuleInput {
  return { arrived, outstanding, excluded: new Set(excluded), quorum: 3 };
}

function ruleAt(clock: { nowMs: number } = { nowMs: NOW_MS }) {
  return createSetRule(subject, { nowMs: () => clock.nowMs });
}

function shown(decision: Decision | null): unknown {
  return (
    decision && {
      value: decision.value,
      signers: decision.signers.map(({ node }) => node.index),
      of: decision.set?.hex.observations.map(({ index }) => index),
    }
  );
}

describe('createSetRule of a source: decide', () => {
  it('fixes all that has arrived as soon as a quorum survives, signed by the fastest survivors in ascending order', () => {
    const rule = ruleAt();
    const arrived = [seen(4, '100.02'), seen(1, '250'), seen(3, '100.01')];
    expect(rule.decide(ruleInput(arrived), null)).toBeNull();
    const decision = rule.decide(ruleInput([...arrived, seen(0, '100.03'), seen(2, '100.04')]), null);
    expect(shown(decision)).toEqual({ value: packed('100.02'), signers: [0, 3, 4], of: [0, 1, 2, 3, 4] });
    expect(decision?.set?.survivors).toEqual([0, 2, 3, 4]);
  });

  it('binds the set as it hands it on', () => {
    const decision = ruleAt().decide(ruleInput([seen(2, '100'), seen(0, '100'), seen(1, '100')]), null);
    const set = decision?.set;
    if (!set) throw new Error('a quorum survives');
    const hash = observationSetHash({ fixedAtMs: unixMs(set.hex.fixedAtMs), observations: set.hex.observations.map(readObservation) });
    expect([set.hash, set.hex.fixedAtMs]).toEqual([hash, NOW_MS]);
  });

  it('takes none as a signer whose observation is too old', () => {
    const arrived = [seen(0, '100', 5_001), seen(1, '100'), seen(2, '100')];
    expect(ruleAt().decide(ruleInput(arrived), null)).toBeNull();
    expect(shown(ruleAt().decide(ruleInput([...arrived, seen(3, '100', 5_000)]), null))).toMatchObject({ signers: [1, 2, 3] });
  });

  it('keeps the observation of a node that cannot sign, and takes a spare survivor of the same set', () => {
    const clock = { nowMs: NOW_MS };
    const rule = ruleAt(clock);
    const arrived = [seen(0, '100.00'), seen(1, '100.01'), seen(2, '300'), seen(3, '300'), seen(4, '100.02'), seen(5, '100.03')];
    const first = rule.decide(ruleInput(arrived), null);
    expect(shown(first)).toEqual({ value: packed('100.01'), signers: [0, 1, 4], of: [0, 1, 2, 3, 4, 5] });
    clock.nowMs += 700;
    const second = rule.decide(ruleInput([...arrived, seen(6, '99.99')], [1]), first);
    expect(shown(second)).toEqual({ value: packed('100.01'), signers: [0, 4, 5], of: [0, 1, 2, 3, 4, 5] });
    expect(second?.set?.hex.fixedAtMs).toBe(NOW_MS + 700);
  });

  it('goes on with what has arrived since when the same set has no spare survivor', () => {
    const rule = ruleAt();
    const arrived = [seen(0, '100'), seen(1, '100'), seen(2, '100')];
    const first = rule.decide(ruleInput(arrived), null);
    expect(rule.decide(ruleInput(arrived, [1]), first)).toBeNull();
    expect(shown(rule.decide(ruleInput([...arrived, seen(3, '100')], [1]), first))).toMatchObject({ signers: [0, 2, 3], of: [0, 1, 2, 3] });
  });

  it('is not changed by what arrives while it is being signed', () => {
    const arrived = [seen(0, '100'), seen(1, '100'), seen(2, '100')];
    const first = ruleAt().decide(ruleInput(arrived), null);
    arrived.push(seen(3, '100'));
    expect(shown(ruleAt().decide(ruleInput(arrived), first))).toMatchObject({ of: [0, 1, 2] });
  });
});

describe('createSetRule of a source: canStillDecide', () => {
  it.each([
    ['a quorum may come', 2, [], 1, true],
    ['nothing is outstanding', 3, [], 0, false],
    ['too few are left', 1, [], 1, false],
    ['one of them cannot sign', 2, [0], 1, false],
  ])('%s', (_case, count, excluded, outstanding, expected) => {
    const arrived = Array.from({ length: count }, (_, index) => seen(index, `${10 ** index}`));
    expect(ruleAt().canStillDecide(ruleInput(arrived, excluded, outstanding))).toBe(expected);
  });
});

describe('createSetRule of a source: dissents', () => {
  it('names the nodes that deviate within the set, and no node that came late', () => {
    const arrived = [seen(0, '100'), seen(1, '300'), seen(2, '100'), seen(3, '100')];
    const decision = ruleAt().decide(ruleInput(arrived), null);
    if (decision === null) throw new Error('a quorum survives');
    expect([...arrived, seen(4, '300')].map((one) => ruleAt().dissents(one, decision, 0))).toEqual([false, true, false, false, false]);
    expect(fromHex(decision.value, 32)).toEqual(fromHex(packed('100'), 32));
  });
});

describe('createSetRule of a source: agrees', () => {
  it('takes what another draw saw as it would have taken it among its own, however old it is by now', () => {
    const decision = ruleAt().decide(ruleInput([seen(4, '100'), seen(5, '100.5'), seen(6, '100')]), null);
    if (decision === null) throw new Error('a quorum survives');
    const others = [seen(0, '100', 60_000), seen(1, '300'), seen(2, '100.9'), seen(3, '90'), seen(4, '300')];
    expect(others.map((one) => ruleAt().agrees(one, decision, 0))).toEqual([true, false, true, false, false]);
  });
});
