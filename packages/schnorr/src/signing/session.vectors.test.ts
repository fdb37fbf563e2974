import { describe, expect, it } from 'vitest';
import vectors from '../../../../vectors/schnorr-session.json' with { type: 'json' };
import { hex, randomYielding } from '../../tests/bytes.js';
import { verifyBackends } from '../../tests/verify-backends.js';
import { createNoncePair } from './nonce-pair.js';
import { signPartial, verifyPartial } from './partial.js';
import { prepareSession, type SigningSession } from './session.js';
import { sumPartials } from './sum-partials.js';

const sessions = vectors.vectors.map((vector) => {
  const session: SigningSession = {
    sessionId: hex(vector.sessionId),
    attempt: vector.attempt === 0 ? 0 : 1,
    message: hex(vector.message),
    setHash: hex(vector.setHash),
    signers: vector.signers.map(({ index, publicKey, D, E }) => ({ index, publicKey: hex(publicKey), D: hex(D), E: hex(E) })),
  };
  return { vector, name: vector.name, session };
});

describe.each(sessions)('session: $name', ({ vector, session }) => {
  const prepared = prepareSession(session);

  it('has the binding factor, challenge, key and commitment of the definition', () => {
    expect(prepared.bindingFactor).toBe(BigInt(vector.bindingFactor));
    expect(prepared.challenge).toBe(BigInt(vector.challenge));
    expect(prepared.aggregateKey).toEqual(hex(vector.aggregateKey));
    expect(prepared.commitment).toEqual(hex(vector.commitment));
  });

  it('has the partial signatures of the definition', () => {
    const partials = vector.signers.map(({ index, secretKey, d, e }) => {
      const { pair } = createNoncePair(randomYielding(BigInt(d), BigInt(e)));
      return signPartial({ prepared, ownIndex: index, secretKey: hex(secretKey), pair });
    });
    expect(partials).toEqual(vector.signers.map(({ partial }) => hex(partial)));
  });

  it('names no node when every partial signature is good', () => {
    expect(vector.signers.every(({ index, partial }) => verifyPartial(prepared, index, hex(partial)))).toBe(true);
  });

  it('sums to a signature that everyone accepts', () => {
    const { s, commitment, rx, ryParity, aggregateKey } = sumPartials(
      prepared,
      vector.signers.map(({ partial }) => hex(partial)),
    );
    expect({ s, commitment, rx, ryParity }).toEqual({
      s: hex(vector.s),
      commitment: hex(vector.commitment),
      rx: hex(vector.rx),
      ryParity: vector.ryParity,
    });
    for (const [, verify] of verifyBackends)
      expect(verify({ publicKey: aggregateKey, message: session.message, s, commitment })).toBe(true);
  });
});
