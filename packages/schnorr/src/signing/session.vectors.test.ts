import { describe, expect, it } from 'vitest';
import vectors from '@oracle-gateway/vectors/schnorr-session.json' with { type: 'json' };
import { hex, randomYielding } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { verifyBackends } from '../../tests/verify-backends.js';
import { createNoncePair, createNoncePairInAdvance, takeSecrets } from './nonce-pair.js';
import { signPartial, verifyPartial } from './partial.js';
import { prepareSession } from './prepare-session.js';
import { type AttemptNumber, IN_ADVANCE, type SigningSession } from './session.js';
import { createSigningKey } from './signing-key.js';
import { sumPartials } from './sum-partials.js';

function attemptOf({ attempt }: { readonly attempt: number }): AttemptNumber {
  if (attempt !== 0 && attempt !== 1 && attempt !== IN_ADVANCE) throw new Error(`no attempt ${attempt}`);
  return attempt;
}

const sessions = vectors.vectors.map((vector) => {
  const session: SigningSession = {
    sessionId: hex(vector.sessionId),
    attempt: attemptOf(vector),
    message: hex(vector.message),
    setHash: hex(vector.setHash),
    signers: vector.signers.map(({ index, publicKey, D, E }) => ({ index, publicKey: hex(publicKey), D: hex(D), E: hex(E) })),
  };
  return { vector, name: vector.name, session };
});

const cases = curves.flatMap(([form, curve]) => sessions.map((one) => ({ ...one, form, curve })));

describe.each(cases)('session on $form: $name', ({ vector, session, curve }) => {
  const prepared = prepareSession(session, { curve });
  // Made at the use, because a pair is good once.
  const signers = vector.signers.map((signer) => {
    const signingKey = createSigningKey(hex(signer.secretKey), { curve });
    const { sessionId, attempt } = session;
    const makePair = () => {
      const random = randomYielding(hex(signer.hidingRandom), hex(signer.bindingRandom));
      if (attempt !== IN_ADVANCE) return createNoncePair({ signingKey, sessionId, attempt }, { random });
      if (!('batch' in signer)) throw new Error('a pair made in advance is one of a batch');
      const { gateway, gatewayNonce, timeMs, number } = signer.batch;
      return createNoncePairInAdvance(
        { signingKey, batch: { gateway: hex(gateway), gatewayNonce: hex(gatewayNonce), timeMs }, number },
        { random },
      );
    };
    return { ...signer, signingKey, makePair };
  });

  it('has the nonces of the definition', () => {
    const made = signers.map(({ makePair }) => {
      const { pair, commitment } = makePair();
      return { ...commitment, ...takeSecrets(pair) };
    });
    expect(made).toEqual(
      signers.map(({ hiding, binding, D, E }) => ({ hiding: hex(hiding), binding: hex(binding), D: hex(D), E: hex(E) })),
    );
  });

  it('has the binding factor, challenge, key and commitment of the definition', () => {
    expect(prepared.bindingFactor).toBe(BigInt(vector.bindingFactor));
    expect(prepared.challenge).toBe(BigInt(vector.challenge));
    expect(prepared.aggregateKey).toEqual(hex(vector.aggregateKey));
    expect(prepared.commitment).toEqual(hex(vector.commitment));
  });

  it('has the partial signatures of the definition', () => {
    const partials = signers.map(({ index, signingKey, makePair }) =>
      signPartial({ prepared, ownIndex: index, signingKey, pair: makePair().pair }),
    );
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
