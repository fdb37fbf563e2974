import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countingRandom, filled } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { SESSION_ID, sessionOf, testNodes } from '../../tests/sessions.js';
import { publicKeyOf } from './secret-key.js';
import { createNoncePair } from './nonce-pair.js';
import { signPartial, verifyPartial } from './partial.js';
import { prepareSession } from './prepare-session.js';
import type { SessionSigner } from './session.js';
import { SigningSessionError } from './session-error.js';
import { createSigningKey } from './signing-key.js';

/** Small here; `SCHNORR_RUNS=100000` for a long run. */
const numRuns = Number(process.env['SCHNORR_RUNS'] ?? 100);
/** A run takes 10 ms at most; the machine may be shared. */
const timeoutMs = 20_000 + numRuns * 30;

const INDICES = [0, 3, 5];
const honest = testNodes(INDICES).map(({ listed }) => listed);
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

interface Mutation {
  readonly signer: number;
  readonly member: 'publicKey' | 'D' | 'E';
  readonly position: number;
  readonly byte: number;
  readonly from: number | null;
}

/** Replaces a byte of one member of one signer, or puts another's member in its place. */
const mutation: fc.Arbitrary<Mutation> = fc.record({
  signer: fc.nat(INDICES.length - 1),
  member: fc.constantFrom('publicKey', 'D', 'E'),
  position: fc.nat(63),
  byte: fc.nat(255),
  from: fc.option(fc.nat(INDICES.length - 1), { nil: null }),
});

it(
  'all forms judge a damaged session alike, and give it the same numbers',
  () => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), bytes32, (mutations, partial) => {
        const signers = mutations.reduce<readonly SessionSigner[]>(damaged, honest);
        const [first, ...others] = curves.map(([, curve]) => {
          try {
            const prepared = prepareSession(sessionOf([], { signers }), { curve });
            const { bindingFactor, commitment, aggregateKey, challenge } = prepared;
            return { bindingFactor, commitment, aggregateKey, challenge, isGood: verifyPartial(prepared, 3, partial) };
          } catch (error) {
            if (error instanceof SigningSessionError) return { reason: error.reason, index: error.index };
            throw error;
          }
        });
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns },
    );
  },
  timeoutMs,
);

it(
  'all forms sign alike, and each accepts what another signed',
  () => {
    fc.assert(
      fc.property(
        bytes32.filter((key) => key.some((byte) => byte !== 0 && byte !== 0xff)),
        bytes32,
        fc.constantFrom(0 as const, 1 as const),
        (secretKey, message, attempt) => {
          const publicKey = publicKeyOf(secretKey);
          const signed = curves.map(([, curve]) => {
            const signingKey = createSigningKey(secretKey, { curve });
            const { pair, commitment } = createNoncePair({ signingKey, sessionId: SESSION_ID, attempt }, { random: countingRandom(5) });
            const signers = [{ index: 3, publicKey, ...commitment }];
            const prepared = prepareSession(sessionOf([], { signers, message, attempt }), { curve });
            return { prepared, partial: signPartial({ prepared, ownIndex: 3, signingKey, pair }) };
          });
          expect(signed.map(({ partial }) => partial)).toEqual(signed.map(() => signed[0]?.partial ?? filled(32, 0)));
          expect(signed.filter(({ prepared }) => !verifyPartial(prepared, 3, signed[0]?.partial ?? filled(32, 0)))).toEqual([]);
        },
      ),
      { numRuns },
    );
  },
  timeoutMs,
);

function damaged(signers: readonly SessionSigner[], { signer, member, position, byte, from }: Mutation): readonly SessionSigner[] {
  return signers.map((listed, place) => {
    if (place !== signer) return listed;
    const bytes = (from === null ? listed : (signers[from] ?? listed))[member].slice();
    if (from === null) bytes[position % bytes.length] = byte;
    return { ...listed, [member]: bytes };
  });
}
