import { describe, expect, it } from 'vitest';
import { filled } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { sessionOf, testNodes } from '../../tests/sessions.js';
import { verifySignature } from '../verify.js';
import { signPartial } from './partial.js';
import { prepareSession } from './prepare-session.js';
import { SigningSessionError } from './session-error.js';
import { sumAsTold, sumPartials } from './sum-partials.js';

function signedBy(indices: number[]) {
  const nodes = testNodes(indices);
  const session = sessionOf(nodes);
  const prepared = prepareSession(session);
  const partials = nodes.map(({ signingKey, pair, listed }) => signPartial({ prepared, ownIndex: listed.index, signingKey, pair }));
  return { session, prepared, partials };
}

describe('sumPartials', () => {
  it('gives the same aggregate in any order', () => {
    const { session, prepared, partials } = signedBy([0, 1, 2, 3]);
    const sum = sumPartials(prepared, partials);
    expect(sumPartials(prepared, partials.toReversed())).toEqual(sum);
    expect(verifySignature({ publicKey: sum.aggregateKey, message: session.message, s: sum.s, commitment: sum.commitment })).toBe(true);
  });

  it('sums bad partial signatures too: the verdict is that of the verifier', () => {
    const { session, prepared, partials } = signedBy([0, 1]);
    for (const bad of [filled(32, 0xff), filled(32, 0), partials[1] ?? filled(32, 1)]) {
      const { s, commitment, aggregateKey } = sumPartials(prepared, [bad, partials[1] ?? bad]);
      expect(verifySignature({ publicKey: aggregateKey, message: session.message, s, commitment })).toBe(false);
    }
  });

  it('refuses one too few and one too many', () => {
    const { prepared, partials } = signedBy([0, 1]);
    expect(() => sumPartials(prepared, partials.slice(1))).toThrow(new SigningSessionError('partial_count'));
    expect(() => sumPartials(prepared, [...partials, filled(32, 1)])).toThrow(new SigningSessionError('partial_count'));
  });

  it('throws a TypeError that names a partial signature of another width', () => {
    const { prepared, partials } = signedBy([0, 1]);
    expect(() => sumPartials(prepared, [partials[0] ?? filled(32, 1), filled(31, 1)])).toThrow(/^partials\[1\]: expected 32 bytes/);
  });
});

describe.each(curves)('sumAsTold on %s', (_form, curve) => {
  const { session, prepared, partials } = signedBy([0, 1, 2]);
  const told = prepared.groupCommitment.toBytes(true);
  const answers = partials.map((partial) => ({ partial, groupCommitment: told }));
  const [first, ...others] = answers;
  const negative = prepared.groupCommitment.negate().toBytes(true);

  it('gives what summing over the prepared session gives', () => {
    const { aggregateKey, ...sum } = sumPartials(prepared, partials);
    expect(sumAsTold(answers, { curve })).toEqual(sum);
    expect(aggregateKey).toHaveLength(64);
  });

  it('is refused by the verifier when all tell another point than they signed with', () => {
    const sum = sumAsTold(
      answers.map(({ partial }) => ({ partial, groupCommitment: negative })),
      { curve },
    );
    expect(sum?.ryParity).toBe(1 - sumPartials(prepared, partials).ryParity);
    const { s, commitment } = sum ?? { s: filled(32, 1), commitment: filled(20, 1) };
    expect(verifySignature({ publicKey: prepared.aggregateKey, message: session.message, s, commitment })).toBe(false);
  });

  it.each([
    ['one who tells another point', [{ ...first, groupCommitment: negative }, ...others]],
    ['bytes that are no point', answers.map(({ partial }) => ({ partial, groupCommitment: filled(33, 0xff) }))],
    ['a point of another width', answers.map(({ partial }) => ({ partial, groupCommitment: told.slice(1) }))],
    ['no signer', []],
  ])('answers null for %s', (_what, changed) => {
    expect(sumAsTold(changed as typeof answers, { curve })).toBeNull();
  });

  it('throws a TypeError that names a partial signature of another width', () => {
    const narrow = [{ partial: filled(31, 1), groupCommitment: told }, ...others];
    expect(() => sumAsTold(narrow, { curve })).toThrow(/^partials\[0\]: expected 32 bytes/);
  });
});
