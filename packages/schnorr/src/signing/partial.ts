import { bytesToNumberBE } from '@noble/curves/utils.js';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { assertBytes } from '../bytes.js';
import { SCALAR_BYTES, Scalars } from '../secp256k1.js';
import { type NoncePair, pointsOf, takeSecrets } from './nonce-pair.js';
import type { PreparedSession, PreparedSigner } from './session.js';
import { SigningSessionError } from './session-error.js';
import { openSigningKey, type SigningKey } from './signing-key.js';

/** The partial signature does not verify: the computation was faulty. It was destroyed, because a faulty one may reveal the key. */
export class FaultyPartialError extends Error {
  override readonly name = 'FaultyPartialError';
  constructor() {
    super('partial signature: must verify under the key of its signer');
  }
}

/**
 * s_i = hiding_i + b·binding_i + e·x_i mod n (docs/protocol.md#nonce-binding-b), verified before it is returned.
 *
 * The first step takes the secrets out of the pair, before any check. So a call that is refused, fails or runs twice at once uses up the
 * pair. Three answers from one pair reveal the signing key.
 *
 * @returns 32 bytes
 * @throws SigningSessionError, FaultyPartialError. The pair is gone whatever happens.
 */
export function signPartial(input: {
  readonly prepared: PreparedSession;
  readonly ownIndex: number;
  readonly signingKey: SigningKey;
  readonly pair: NoncePair;
}): Uint8Array {
  const secrets = takeSecrets(input.pair);
  if (secrets === null) throw new SigningSessionError('nonces_used', input.ownIndex);

  const { prepared, ownIndex, pair } = input;
  const own = signerAt(prepared, ownIndex);
  if (own === null) throw new SigningSessionError('not_a_signer', ownIndex);
  // The session holds no nonce twice: the nonces found here occur at no other signer.
  const commitment = pointsOf(pair, own.encoded);
  if (commitment === null) throw new SigningSessionError('foreign_nonces', ownIndex);
  const { secret, publicKey, curve } = openSigningKey(input.signingKey);
  if (!equalBytes(publicKey.toBytes(true), own.encoded.publicKey)) throw new SigningSessionError('foreign_key', ownIndex);

  const boundNonce = curve.addProduct({ addend: secrets.hiding, factor: prepared.bindingFactor, secret: secrets.binding });
  const partial = curve.addProduct({ addend: boundNonce, factor: prepared.challenge, secret });
  if (!isPartialOf({ publicKey, ...commitment }, prepared, partial)) throw new FaultyPartialError();
  return partial;
}

/**
 * [s_i]G == D_i + [b]E_i + [e]P_i. Finds the faulty node after an aggregate did not verify (docs/protocol.md#nonce-binding-b).
 *
 * @param index node index
 * @param partial 32 bytes
 * @returns `false` for a wrong signature, a scalar out of range, or a node that is not in the session
 * @throws TypeError when `partial` is not 32 bytes
 */
export function verifyPartial(prepared: PreparedSession, index: number, partial: Uint8Array): boolean {
  assertBytes(partial, SCALAR_BYTES, 'partial');
  const signer = signerAt(prepared, index);
  return signer !== null && isPartialOf(signer, prepared, partial);
}

function isPartialOf(
  { publicKey, D, E }: Pick<PreparedSigner, 'publicKey' | 'D' | 'E'>,
  { curve, bindingFactor, challenge }: PreparedSession,
  partial: Uint8Array,
): boolean {
  const s = bytesToNumberBE(partial);
  if (!Scalars.isValid(s)) return false;
  const boundNonce = D.add(curve.multiply(E, bindingFactor));
  return curve.baseMinus({ s, e: challenge, point: publicKey }).equals(boundNonce);
}

function signerAt(prepared: PreparedSession, index: number): PreparedSigner | null {
  return prepared.signers.find((signer) => signer.index === index) ?? null;
}
