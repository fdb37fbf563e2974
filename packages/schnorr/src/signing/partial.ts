import { equalBytes } from '@oracle-gateway/protocol';
import { assertBytes } from '../bytes.js';
import { integerFromBytes, Point, SCALAR_BYTES, Scalars, scalarToBytes } from '../curve.js';
import { type NoncePair, takeSecrets } from './nonce-pair.js';
import { secretScalar } from './secret-key.js';
import { SigningSessionError } from './session-error.js';
import type { PreparedSigner } from './binding-factor.js';
import type { PreparedSession } from './session.js';

/**
 * s_i = d_i + b·e_i + e·x_i mod n (protocol §4, step 3).
 *
 * Taking the pair's secrets is the first step, before any check: a call that is refused, fails or runs twice at once has burned
 * the pair. Three answers from one pair give the signing key away.
 *
 * @returns 32 bytes
 * @throws SigningSessionError, SecretKeyError; TypeError for a wrong width. The pair is gone whatever happens.
 */
export function signPartial(input: { prepared: PreparedSession; ownIndex: number; secretKey: Uint8Array; pair: NoncePair }): Uint8Array {
  const secrets = takeSecrets(input.pair);
  if (secrets === null) throw new SigningSessionError('nonces_used', input.ownIndex);

  const { prepared, ownIndex, pair } = input;
  const own = signerAt(prepared, ownIndex);
  if (own === null) throw new SigningSessionError('not_a_signer', ownIndex);
  // The session holds no nonce twice, so finding the own ones here means they are nowhere else.
  const { D, E } = pair.commitment;
  if (!equalBytes(own.D.toBytes(true), D) || !equalBytes(own.E.toBytes(true), E)) throw new SigningSessionError('foreign_nonces', ownIndex);
  const x = secretScalar(input.secretKey);
  if (!Point.BASE.multiply(x).equals(own.publicKey)) throw new SigningSessionError('foreign_key', ownIndex);

  const boundNonce = Scalars.add(secrets.d, Scalars.mul(prepared.bindingFactor, secrets.e));
  return scalarToBytes(Scalars.add(boundNonce, Scalars.mul(prepared.challenge, x)));
}

/**
 * [s_i]G == D_i + b·E_i + e·P_i: names the bad node once an aggregate did not verify (protocol §4, step 4).
 *
 * @param index node index
 * @param partial 32 bytes
 * @returns `false` for a wrong signature, a scalar out of range, or a node that is not in the session
 * @throws TypeError when `partial` is not 32 bytes
 */
export function verifyPartial(prepared: PreparedSession, index: number, partial: Uint8Array): boolean {
  assertBytes(partial, SCALAR_BYTES, 'partial');
  const scalar = integerFromBytes(partial);
  const signer = signerAt(prepared, index);
  if (signer === null || !Scalars.isValid(scalar)) return false;
  const { D, E, publicKey } = signer;
  const expected = D.add(E.mulAddUnsafe(prepared.bindingFactor, publicKey, prepared.challenge));
  return Point.BASE.multiplyUnsafe(scalar).equals(expected);
}

function signerAt(prepared: PreparedSession, index: number): PreparedSigner | null {
  return prepared.signers.find((signer) => signer.index === index) ?? null;
}
