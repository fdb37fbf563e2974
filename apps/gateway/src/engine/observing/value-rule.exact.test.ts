import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NodeObservation, valueAt } from './observation.js';
import { type RuleInput, exactRule } from './value-rule.js';

const nonce = { d: '', e: '' };
function seen(index: number, value: string): NodeObservation {
  return {
    node: { index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null },
    values: [{ value, receivedAtMs: 0 }],
    signed: null,
    nonces: [nonce, nonce],
    partial: null,
  };
}
function ruleInput(arrived: readonly NodeObservation[], quorum: number, excluded: readonly number[] = [], outstanding = 0): RuleInput {
  return { arrived, outstanding, quorum, excluded: new Set(excluded) };
}
function indices(observations: readonly NodeObservation[] | undefined): number[] {
  return (observations ?? []).map(({ node }) => node.index);
}

describe('exactRule.decide', () => {
  it('fixes the first value that a quorum saw, signed by the fastest of those nodes in ascending order', () => {
    const decision = exactRule.decide(ruleInput([seen(4, 'a'), seen(1, 'b'), seen(3, 'a'), seen(0, 'a'), seen(2, 'b')], 2), null);
    expect([decision?.value, indices(decision?.signers)]).toEqual(['a', [3, 4]]);
  });

  it('waits while no value has a quorum', () => {
    expect(exactRule.decide(ruleInput([seen(0, 'a'), seen(1, 'b'), seen(2, 'c')], 2), null)).toBeNull();
    expect(exactRule.decide(ruleInput([], 1), null)).toBeNull();
  });
});

describe('an excluded node', () => {
  it('neither signs nor counts', () => {
    const arrived = [seen(0, 'a'), seen(1, 'a'), seen(2, 'a')];
    expect(indices(exactRule.decide(ruleInput(arrived, 2, [1]), null)?.signers)).toEqual([0, 2]);
    expect(exactRule.decide(ruleInput(arrived, 2, [0, 1]), null)).toBeNull();
    expect(exactRule.canStillDecide(ruleInput(arrived, 3, [1]))).toBe(false);
  });
});

describe('exactRule.dissents', () => {
  it('names who saw another value', () => {
    const decision = exactRule.decide(ruleInput([seen(0, 'a'), seen(1, 'a')], 2), null)!;
    expect([seen(2, 'a'), seen(3, 'b')].map((one) => exactRule.dissents(one, decision, 0))).toEqual([false, true]);
  });
});

describe('exactRule.canStillDecide', () => {
  it.each([
    [['a', 'a'], 1, 3, true],
    [['a', 'b'], 1, 3, false],
    [[], 3, 3, true],
    [[], 2, 3, false],
    [['a', 'b', 'b'], 0, 2, true],
  ])('%j with %i outstanding at quorum %i: %s', (values, outstanding, quorum, expected) => {
    const observations = values.map((value, index) => seen(index, value));
    expect(exactRule.canStillDecide(ruleInput(observations, quorum, [], outstanding))).toBe(expected);
  });
});

describe('for any arrivals', () => {
  const arrivals = fc
    .record({ values: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }), quorum: fc.integer({ min: 1, max: 6 }) })
    .map(({ values, quorum }) => ({ observations: values.map((value, index) => seen(index, value)), quorum }));

  it('a decision holds exactly a quorum of distinct nodes that all saw its value', () => {
    fc.assert(
      fc.property(arrivals, ({ observations, quorum }) => {
        const decision = exactRule.decide(ruleInput(observations, quorum), null);
        if (decision === null) return;
        expect(decision.signers).toHaveLength(quorum);
        expect(decision.signers.every((signer) => valueAt(signer, 0) === decision.value)).toBe(true);
        expect(indices(decision.signers)).toEqual([...new Set(indices(decision.signers))].sort((a, b) => a - b));
      }),
    );
  });

  it('a decision never changes when more arrives, so an early decision is the final one', () => {
    fc.assert(
      fc.property(arrivals, fc.nat(12), ({ observations, quorum }, count) => {
        const early = exactRule.decide(ruleInput(observations.slice(0, count), quorum), null);
        if (early !== null) expect(exactRule.decide(ruleInput(observations, quorum), null)).toEqual(early);
      }),
    );
  });

  it('says that nothing can come only when nothing comes', () => {
    fc.assert(
      fc.property(arrivals, fc.nat(12), ({ observations, quorum }, count) => {
        const early = observations.slice(0, count);
        const outstanding = observations.length - early.length;
        if (!exactRule.canStillDecide(ruleInput(early, quorum, [], outstanding)))
          expect(exactRule.decide(ruleInput(observations, quorum), null)).toBeNull();
      }),
    );
  });
});
