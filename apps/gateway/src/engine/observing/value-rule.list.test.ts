import { fromHex, listValue, packExact, packTolerance, parseDecimal, toHex, unixMs } from '@oracle-gateway/protocol';
import { listSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { observeFailure } from '../model/round-failure.js';
import type { Decision, NodeObservation } from './observation.js';
import { createSetRule, type RuleInput } from './value-rule.js';

const NOW_MS = 1_795_000_000_000;
const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 100,
  maxAgeMs: 15_000,
  numeric: { type: 'int256', decimals: 2 },
} as const;
const nonce = { d: '', e: '' };
/** An exact source, one of tolerance mode, and another exact one. */
const CONFIGS = [
  { url: 'https://a.example/', method: 'GET' },
  { url: 'https://b.example/', method: 'GET', aggregation },
  { url: 'https://c.example/', method: 'GET' },
] as const;

type Texts = readonly [string | null, string | null, string | null];

function packed(texts: Texts): (string | null)[] {
  return texts.map((text, place) => {
    if (text === null) return null;
    return toHex(place === 1 ? packTolerance(parseDecimal(text), 2) : packExact(parseDecimal(text)));
  });
}

function seen(index: number, ...texts: Texts): NodeObservation {
  const values = packed(texts);
  const receivedAtMs = unixMs(NOW_MS);
  return {
    node: { index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null },
    values: values.map((value) => (value === null ? { reason: { code: 'upstream_failure' as const } } : { value, receivedAtMs })),
    signed: {
      index,
      values: values.map((value) => (value === null ? null : { value: fromHex(value, 32), receivedAtMs })),
      signature: { s: new Uint8Array(32), commitment: new Uint8Array(20) },
    },
    nonces: [nonce, nonce],
    partial: null,
  };
}

function ruleInput(arrived: readonly NodeObservation[], outstanding = 0, excluded: readonly number[] = []): RuleInput {
  return { arrived, outstanding, excluded: new Set(excluded), quorum: 3 };
}

const subject = listSubject(CONFIGS, 2);

function rule(minValues = 2) {
  return createSetRule(listSubject(CONFIGS, minValues), { nowMs: () => NOW_MS });
}

function decided(decision: Decision | null): Decision {
  if (decision === null) throw new Error('nothing was decided');
  return decision;
}

describe('a list is decided', () => {
  const arrived = [seen(3, '1', '100', null), seen(0, '1', '100.5', '7'), seen(4, '1', '300', '7')];

  it('when each source has a value, without the outstanding observations', () => {
    const decision = decided(rule().decide(ruleInput([...arrived, seen(1, '2', '100.2', '7')], 1), null));
    expect(decision.values).toEqual(packed(['1', '100.2', '7']));
    const entries = subject.sources.map(({ sourceId }, place) => ({ sourceId, value: fromHex(decision.values[place]!, 32) }));
    expect(decision.value).toBe(toHex(listValue(entries)));
  });

  it('later while a source may still get a value, and without it once it can get none', () => {
    expect(rule().decide(ruleInput(arrived, 1), null)).toBeNull();
    // Whatever the last node saw: two of four cannot become three.
    const dead = [seen(0, '1', '100', null), seen(1, '1', '100', null), seen(2, '1', '100', '7')];
    expect(decided(rule().decide(ruleInput(dead, 1), null)).values).toEqual(packed(['1', '100', null]));
    expect(rule(3).decide(ruleInput(dead, 1), null)).toBeNull();
  });

  it('by all that have arrived when nothing is outstanding', () => {
    expect(decided(rule(1).decide(ruleInput(arrived), null)).values).toEqual(packed(['1', null, null]));
    expect(rule(2).decide(ruleInput(arrived), null)).toBeNull();
  });

  it('with any of its observers as signers: the fastest that can sign', () => {
    const all = [...arrived, seen(1, '2', '100.2', '7')];
    const decision = decided(rule().decide(ruleInput(all, 0, [0]), null));
    expect(decision.signers.map(({ node }) => node.index)).toEqual([1, 3, 4]);
    expect(decision.set?.survivors).toEqual([0, 1, 3, 4]);
  });

  it('again over the same set where it has a spare', () => {
    const all = [...arrived, seen(1, '2', '100.2', '7')];
    const first = decided(rule().decide(ruleInput(all), null));
    const again = decided(rule().decide(ruleInput([...all, seen(2, '9', '9', '9')], 3, [3]), first));
    expect([again.value, again.signers.map(({ node }) => node.index)]).toEqual([first.value, [0, 1, 4]]);
  });
});

it('a list that has too few values names each source without one, and why', () => {
  const arrived = [seen(0, '1', '100', null), seen(1, '2', '300', null), seen(2, '3', '900', null)];
  expect(rule(1).decide(ruleInput(arrived), null)).toBeNull();
  expect(rule(1).lacking(ruleInput(arrived))).toEqual([
    { place: 0, told: [] },
    { place: 1, told: [] },
    { place: 2, told: arrived.map(() => ({ code: 'upstream_failure' })) },
  ]);
});

it('a list that fails tells no name that resolves to a private address', () => {
  const hidden = [0, 1, 2].map((index) => ({
    ...seen(index, '1', '100', null),
    values: [{ reason: { code: 'forbidden_source' as const } }],
  }));
  const lacking = rule(3).lacking(ruleInput(hidden));
  const tally = { subject, isSponsored: false, quorum: 3, asked: 3, arrived: 3, unfit: 0, outstanding: 0, failures: [], kind: '', lacking };
  const { message, details } = observeFailure(tally);
  expect(message + JSON.stringify(details)).not.toContain('forbidden');
});

describe('a node of a list', () => {
  const all = [seen(0, '1', '100', '7'), seen(1, '2', '300', '7'), seen(2, '1', '100.4', null), seen(3, '1', '100.2', '7')];
  const decision = decided(rule().decide(ruleInput(all), null));

  it('dissents where its value is another than the quorum has, and not where it has none', () => {
    const dissents = all.map((one) => [0, 1, 2].map((place) => rule().dissents(one, decision, place)));
    expect(dissents).toEqual([
      [false, false, false],
      [true, true, false],
      [false, false, false],
      [false, false, false],
    ]);
  });

  it('of another draw agrees place by place', () => {
    expect([0, 1, 2].map((place) => rule().agrees(seen(5, '1', '100.9', '8'), decision, place))).toEqual([true, true, false]);
    expect([0, 1, 2].map((place) => rule().agrees(seen(5, null, '90', '7'), decision, place))).toEqual([false, false, true]);
  });
});
