import { describe, expect, it } from 'vitest';
import { createNoncePair, prepareSession, signPartial, sumPartials, verifyPartial, type SigningSession } from '../../src/signing/index.js';
import { verifySignature } from '../../src/index.js';
import { countingRandom, filled } from '../bytes.js';
import { nodeAt, sessionOf, testNodes } from '../sessions.js';

const indices = [0, 1, 2];

describe('a partial signature', () => {
  const elsewhere: [where: string, change: Partial<SigningSession>][] = [
    ['another session', { sessionId: filled(32, 1) }],
    ['the other attempt', { attempt: 1 }],
    ['another message', { message: filled(32, 1) }],
    ['another observation set', { setHash: filled(32, 1) }],
  ];

  it.each(elsewhere)('means nothing in %s', (_where, change) => {
    const nodes = testNodes(indices);
    const session = sessionOf(nodes);
    const prepared = prepareSession(session);
    const partials = nodes.map(({ secretKey, pair, listed }) => signPartial({ prepared, ownIndex: listed.index, secretKey, pair }));

    const replayed = prepareSession({ ...session, ...change });
    expect(indices.map((index) => verifyPartial(replayed, index, partials[index] ?? filled(32, 0)))).toEqual([false, false, false]);
    const { s, commitment, aggregateKey } = sumPartials(replayed, partials);
    const message = change.message ?? session.message;
    expect(verifySignature({ publicKey: aggregateKey, message, s, commitment })).toBe(false);
  });

  it('means nothing beside another co-signer or without one', () => {
    const nodes = testNodes(indices);
    const prepared = prepareSession(sessionOf(nodes));
    const { secretKey, pair, listed } = nodeAt(nodes, 0);
    const partial = signPartial({ prepared, ownIndex: 0, secretKey, pair });

    const withStranger = prepareSession(sessionOf(nodes, { signers: [listed, ...testNodes([3], 2).map((node) => node.listed)] }));
    const alone = prepareSession(sessionOf(nodes, { signers: [listed] }));
    expect([withStranger, alone].map((other) => verifyPartial(other, 0, partial))).toEqual([false, false]);
  });
});

describe('two attempts of one session', () => {
  it('do not mix: a node that signs with its second pair fits no session over first pairs', () => {
    const nodes = testNodes(indices);
    const { secretKey } = nodeAt(nodes, 0);
    const second = createNoncePair(countingRandom(77));
    const firstAttempt = prepareSession(sessionOf(nodes));
    expect(() => signPartial({ prepared: firstAttempt, ownIndex: 0, secretKey, pair: second.pair })).toThrow(/foreign_nonces/);
  });

  it('are told apart even over equal nonces', () => {
    const nodes = testNodes(indices);
    const commitments = ([0, 1] as const).map((attempt) => prepareSession(sessionOf(nodes, { attempt })).commitment);
    expect(commitments[0]).not.toEqual(commitments[1]);
  });
});
