import { describe, expect, it } from 'vitest';
import type { Curve } from '../../src/index.js';
import { createSigningKey, FaultyPartialError, prepareSession, signPartial } from '../../src/signing/index.js';
import { flipBit } from '../bytes.js';
import { curves } from '../curves.js';
import { nodeAt, sessionOf, testNodes } from '../sessions.js';

/**
 * A bit that flips while a node computes a partial signature gives the attacker an equation that the scheme keeps secret. It also gives the
 * gateway a node to drop. A partial signature that does not verify does not leave.
 */
describe.each(curves)('a fault while signing, on %s', (_form, curve) => {
  it.each([0, 1])('keeps the partial signature back when product %s of the two is wrong', (faultyCall) => {
    let calls = 0;
    const faulty: Curve = {
      ...curve,
      addProduct(input) {
        const sum = curve.addProduct(input);
        calls += 1;
        return calls - 1 === faultyCall ? flipBit(sum, 250) : sum;
      },
    };
    const nodes = testNodes([0, 1], { curve });
    const { secretKey, pair } = nodeAt(nodes, 0);
    const prepared = prepareSession(sessionOf(nodes), { curve });
    const signingKey = createSigningKey(secretKey, { curve: faulty });
    expect(() => signPartial({ prepared, ownIndex: 0, signingKey, pair })).toThrow(FaultyPartialError);
    expect(calls).toBe(2);
    expect(() => signPartial({ prepared, ownIndex: 0, signingKey, pair })).toThrow(/nonces_used/);
  });
});
