import { describe, expect, it } from 'vitest';
import {
  createNoncePair,
  IN_ADVANCE,
  prepareSession,
  signPartial,
  sumPartials,
  verifyPartial,
  type SigningSession,
} from '../../src/signing/index.js';
import { verifySignature } from '../../src/index.js';
import { countingRandom, filled } from '../bytes.js';
import { curves } from '../curves.js';
import { nodeAt, SESSION_ID, sessionOf, testNodes } from '../sessions.js';

const indices = [0, 1, 2];

describe.each(curves)('a partial signature on %s', (_form, curve) => {
  const elsewhere: [where: string, change: Partial<SigningSession>][] = [
    ['another session', { sessionId: filled(32, 1) }],
    ['the other attempt', { attempt: 1 }],
    ['the way in advance', { attempt: IN_ADVANCE }],
    ['another message', { message: filled(32, 1) }],
    ['another observation set', { setHash: filled(32, 1) }],
  ];

  it.each(elsewhere)('means nothing in %s', (_where, change) => {
    const nodes = testNodes(indices, { curve });
    const session = sessionOf(nodes);
    const prepared = prepareSession(session, { curve });
    const partials = nodes.map(({ signingKey, pair, listed }) => signPartial({ prepared, ownIndex: listed.index, signingKey, pair }));

    const replayed = prepareSession({ ...session, ...change }, { curve });
    expect(indices.map((index) => verifyPartial(replayed, index, partials[index] ?? filled(32, 0)))).toEqual([false, false, false]);
    const { s, commitment, aggregateKey } = sumPartials(replayed, partials);
    const message = change.message ?? session.message;
    expect(verifySignature({ publicKey: aggregateKey, message, s, commitment })).toBe(false);
  });

  it('means nothing beside another co-signer or without one', () => {
    const nodes = testNodes(indices, { curve });
    const prepared = prepareSession(sessionOf(nodes), { curve });
    const { signingKey, pair, listed } = nodeAt(nodes, 0);
    const partial = signPartial({ prepared, ownIndex: 0, signingKey, pair });

    const withStranger = prepareSession(
      sessionOf(nodes, { signers: [listed, ...testNodes([3], { seed: 2, curve }).map((node) => node.listed)] }),
      { curve },
    );
    const alone = prepareSession(sessionOf(nodes, { signers: [listed] }), { curve });
    expect([withStranger, alone].map((other) => verifyPartial(other, 0, partial))).toEqual([false, false]);
  });
});

describe.each(curves)('two attempts of one session on %s', (_form, curve) => {
  it('do not mix: a node that signs with its second pair fits no session over first pairs', () => {
    const nodes = testNodes(indices, { curve });
    const { signingKey } = nodeAt(nodes, 0);
    const second = createNoncePair({ signingKey, sessionId: SESSION_ID, attempt: 1 }, { random: countingRandom(77) });
    const firstAttempt = prepareSession(sessionOf(nodes), { curve });
    expect(() => signPartial({ prepared: firstAttempt, ownIndex: 0, signingKey, pair: second.pair })).toThrow(/foreign_nonces/);
  });

  it('are told apart even over equal nonces', () => {
    const nodes = testNodes(indices, { curve });
    const commitments = ([0, 1, IN_ADVANCE] as const).map((attempt) => prepareSession(sessionOf(nodes, { attempt }), { curve }).commitment);
    expect(new Set(commitments.map((commitment) => Buffer.from(commitment).toString('hex'))).size).toBe(3);
  });
});
