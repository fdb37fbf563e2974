import { bytesToNumberBE } from '@noble/curves/utils.js';
import { describe, expect, it } from 'vitest';
import { createNoncePair, createNoncePairInAdvance, IN_ADVANCE, prepareSession, signPartial } from '../../src/signing/index.js';
import { countingRandom, filled } from '../bytes.js';
import { curves } from '../curves.js';
import { nodeAt, sessionOf, testNodes } from '../sessions.js';
import { solveForKey } from '../solve-for-key.js';

/**
 * A node is restored from a snapshot, or its random source is stuck: it draws the same bytes in three sessions. Nonces that are those bytes
 * alone would be the same three times over, and three partial signatures give the key.
 */
describe.each(curves)('a random source that repeats itself, on %s', (_form, curve) => {
  const { secretKey, signingKey, listed } = nodeAt(testNodes([0], { curve }), 0);

  /** A pair made from a random source that starts from the same state every time. */
  function pairOf(sessionId: Uint8Array, attempt: 0 | 1 | typeof IN_ADVANCE, timeMs: number) {
    const random = countingRandom(3);
    if (attempt !== IN_ADVANCE) return createNoncePair({ signingKey, sessionId, attempt }, { random });
    const batch = { gateway: filled(32, 5), gatewayNonce: filled(16, 6), timeMs };
    return createNoncePairInAdvance({ signingKey, batch, number: 0 }, { random });
  }

  /** The gateway's view of one session of the victim. */
  function signedSession(sessionId: Uint8Array, attempt: 0 | 1 | typeof IN_ADVANCE, timeMs = 0) {
    const { pair, commitment } = pairOf(sessionId, attempt, timeMs);
    const prepared = prepareSession(sessionOf([], { sessionId, attempt, signers: [{ ...listed, ...commitment }] }), { curve });
    const partial = signPartial({ prepared, ownIndex: 0, signingKey, pair });
    return { commitment, equation: { b: prepared.bindingFactor, e: prepared.challenge, s: bytesToNumberBE(partial) } };
  }

  it('repeats no nonce in another session or attempt, and three partial signatures do not give the key', () => {
    const seen = [signedSession(filled(32, 1), 0), signedSession(filled(32, 2), 0), signedSession(filled(32, 2), 1)];
    const points = seen.flatMap(({ commitment }) => [commitment.D, commitment.E]).map((point) => Buffer.from(point).toString('hex'));
    expect(new Set(points).size).toBe(6);
    expect(solveForKey(seen.map(({ equation }) => equation))).not.toBe(bytesToNumberBE(secretKey));
  });

  it('repeats no nonce that was made in advance, at another time, whatever nonce the gateway repeats', () => {
    const seen = [1, 2, 3].map((timeMs) => signedSession(filled(32, timeMs), IN_ADVANCE, timeMs));
    const points = seen.flatMap(({ commitment }) => [commitment.D, commitment.E]).map((point) => Buffer.from(point).toString('hex'));
    expect(new Set(points).size).toBe(6);
    expect(solveForKey(seen.map(({ equation }) => equation))).not.toBe(bytesToNumberBE(secretKey));
  });
});
