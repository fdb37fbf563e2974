import { unixMs } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import vectors from '@oracle-gateway/vectors/schnorr-observation.json' with { type: 'json' };
import { filled, hex, randomYielding } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { verifyBackends } from '../../tests/verify-backends.js';
import { commitmentOfNonce } from '../commitment.js';
import { verifyObservation } from '../observation.js';
import { createNoncePair } from './nonce-pair.js';
import { signObservation } from './sign-observation.js';
import { createSigningKey } from './signing-key.js';

type Vector = Omit<(typeof vectors.vectors)[number], 'secretKey' | 'random'>;

function observedIn(vector: Vector) {
  return { index: vector.index, values: [{ value: hex(vector.value), receivedAtMs: unixMs(vector.receivedAtMs) }] };
}

function checkOf(vector: Vector): Parameters<typeof verifyObservation>[0] {
  const observation = { ...observedIn(vector), signature: { s: hex(vector.s), commitment: hex(vector.commitment) } };
  return { sessionId: hex(vector.sessionId), publicKey: hex(vector.publicKey), observation };
}

describe.each(curves)('signObservation on %s', (_form, curve) => {
  it.each(vectors.vectors)('signs $name as the definition has it', (vector) => {
    const signingKey = createSigningKey(hex(vector.secretKey), { curve });
    expect(signingKey.publicKey).toEqual(hex(vector.publicKey));
    const signed = signObservation(
      { signingKey, sessionId: hex(vector.sessionId), observation: observedIn(vector) },
      { random: randomYielding(hex(vector.random)) },
    );
    expect(signed).toEqual(checkOf(vector).observation);
  });

  it('shares no nonce with the pairs of its session, even when the random source repeats itself', () => {
    const [vector] = vectors.vectors;
    const signingKey = createSigningKey(filled(32, 5), { curve });
    const sessionId = hex(vector!.sessionId);
    const deps = { random: () => filled(32, 1) };
    const { signature } = signObservation({ signingKey, sessionId, observation: observedIn(vector!) }, deps);
    const points = ([0, 1] as const).flatMap((attempt) => {
      const { D, E } = createNoncePair({ signingKey, sessionId, attempt }, deps).commitment;
      return [D, E];
    });
    const ofPairs = points.map((point) => commitmentOfNonce(point.slice(1), point[0] === 2 ? 0 : 1));
    expect(ofPairs).not.toContainEqual(signature.commitment);
    expect(ofPairs.every((commitment) => commitment?.length === signature.commitment.length)).toBe(true);
  });
});

describe('verifyObservation', () => {
  it.each(vectors.vectors)('accepts $name', (vector) => {
    for (const [, verify] of verifyBackends) expect(verifyObservation(checkOf(vector), { verify })).toBe(true);
    expect(verifyObservation(checkOf(vector))).toBe(true);
  });

  it.each(vectors.refused)('refuses a signature made for $name', (vector) => {
    for (const [, verify] of verifyBackends) expect(verifyObservation(checkOf(vector), { verify })).toBe(false);
  });
});
