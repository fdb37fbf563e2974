import { bytesToNumberBE } from '@noble/curves/utils.js';
import { signersBitmap, toHex } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { AggregateKeyError } from '../aggregate.js';
import type { AggregateKeyCache } from '../aggregate-key-cache.js';
import { assertBytes, isAllZero } from '../bytes.js';
import { challenge } from '../challenge.js';
import { commitmentAddress } from '../commitment.js';
import type { Curve, CurveTerm } from '../curve.js';
import { PORTABLE } from '../curve-noble.js';
import type { RegistryKeys } from '../registry-keys.js';
import {
  COMPRESSED_POINT_BYTES,
  compressed,
  encodePublicKey,
  isNonZeroScalar,
  MESSAGE_BYTES,
  type Point,
  PUBLIC_KEY_BYTES,
  SCALAR_BYTES,
  uncompressed,
} from '../secp256k1.js';
import { bindingFactor } from './binding-factor.js';
import { type NoncePair, pointsOf } from './nonce-pair.js';
import {
  HASH_BYTES,
  IN_ADVANCE,
  type PreparedSession,
  type PreparedSigner,
  type SessionNumbers,
  type SessionSigner,
  type SigningSession,
} from './session.js';
import { SigningSessionError } from './session-error.js';

const SIGNERS_MAX = 255;

/** A registry version and the sums of its keys. */
export interface KnownKeys {
  readonly registry: RegistryKeys;
  readonly sums: AggregateKeyCache;
}

/** The form of the curve, and what spares work. */
export interface PrepareDeps {
  readonly curve: Curve;
  /** Spares adding the keys of signers that are of this registry version. */
  readonly knownKeys?: KnownKeys;
  /** Spares decoding the commitments of the signer whose pair this is. It stays as it is. */
  readonly ownPair?: NoncePair;
}

/**
 * Checks a session and computes b, R, P and e: everything of the second exchange that all signers compute alike.
 *
 * The scheme is SpeedyMuSig (eprint 2021/1375, fig. 7; docs/protocol.md#nonce-binding-b): plain sums of keys, and two nonces for each signer. Its steps here:
 *
 * 1. Each key comes with a proof of possession, which the program verifies at registration: `createSigningKey`, `provePossession`.
 * 2. P = Σ P_j, a plain sum. The proofs of possession keep a signer from choosing a key that cancels the others.
 * 3. First exchange: each signer draws two secrets and publishes D_j and E_j (`createNoncePair`). They depend neither on the message nor on
 *    the signers, so they may be made in advance.
 * 4. b hashes the message and every signer's key and commitments (`bindingFactor`). The paper hashes the key sum; here every P_j is hashed, and
 *    session, attempt and observation set too.
 * 5. R = Σ (D_j + [b]E_j), one factor for all signers.
 * 6. e hashes P, the message and R (`challenge`): over the address of R, as Chronicle's verifiers compute it.
 * 7. Second exchange: s_j = hiding_j + b·binding_j + e·x_j mod n, with the secrets of D_j and E_j (`signPartial`).
 * 8. s = Σ s_j (`sumPartials`). Then [s]G = Σ (D_j + [b]E_j) + [e] Σ P_j = R + [e]P, which is what `verifySignature` checks.
 *
 * @throws SigningSessionError for a session no honest party makes; TypeError for fields of a wrong type or width
 */
export function prepareSession(session: SigningSession, deps: PrepareDeps = PORTABLE): PreparedSession {
  const { curve } = deps;
  assertBytes(session.sessionId, HASH_BYTES, 'sessionId');
  assertBytes(session.message, MESSAGE_BYTES, 'message');
  assertBytes(session.setHash, HASH_BYTES, 'setHash');
  const attempt: number = session.attempt;
  if (attempt !== 0 && attempt !== 1 && attempt !== IN_ADVANCE) throw new TypeError(`attempt: must be 0, 1 or ${IN_ADVANCE}`);

  // Every (P_j, D_j, E_j), ascending by index.
  const signers = readSigners(session.signers, deps);
  const keySum = keySumOf(signers, deps);
  // Zero would leave the second nonces out.
  const b = bindingFactor(session, signers);
  if (!isNonZeroScalar(b)) throw new SigningSessionError('binding_factor');

  // The address of R must not be zero, which verifiers refuse.
  const groupCommitment = groupCommitmentOf(signers, b, curve);
  const commitment = commitmentAddress(encodePublicKey(groupCommitment));
  if (isAllZero(commitment)) throw new SigningSessionError('nonce_sum');
  // The program verifies by an ECDSA recovery with Px in place of r, so Px must be a scalar.
  if (keySum === null || !isNonZeroScalar(bytesToNumberBE(keySum.subarray(0, SCALAR_BYTES)))) throw new SigningSessionError('key_sum');

  // Zero would leave the keys out.
  const aggregateKey = keySum;
  const e = challenge({ publicKey: aggregateKey, message: session.message, commitment });
  if (!isNonZeroScalar(e)) throw new SigningSessionError('challenge');
  const numbers: SessionNumbers = { signers, bindingFactor: b, groupCommitment, commitment, aggregateKey, challenge: e, curve };
  return Object.freeze(numbers) as PreparedSession;
}

/**
 * R = Σ(D_j + b·E_j) = ΣD_j + b·ΣE_j (the group commitment of RFC 9591, with one binding factor for all).
 *
 * @throws SigningSessionError at infinity
 */
export function groupCommitmentOf(signers: readonly SignerTerms[], b: bigint, curve: Curve): Point {
  const sumOfE = curve.sum(signers.map(({ terms }) => terms.E));
  if (sumOfE === null) throw badPoint(signers, curve);
  const groupCommitment = curve.sum([...signers.map(({ terms }) => terms.D), curve.multiply(sumOfE, b)]);
  if (groupCommitment === null) throw badPoint(signers, curve);
  if (groupCommitment.is0()) throw new SigningSessionError('nonce_sum');
  return groupCommitment;
}

/** P = ΣP_j in 64 bytes, `null` at infinity. */
function keySumOf(signers: readonly ListedSigner[], { curve, knownKeys }: PrepareDeps): Uint8Array | null {
  const known = knownKeys === undefined ? null : knownKeySum(signers, knownKeys);
  if (known !== null) return known;
  const keySum = curve.sum(signers.map(({ terms }) => terms.publicKey));
  if (keySum === null) throw badPoint(signers, curve);
  return keySum.is0() ? null : encodePublicKey(keySum);
}

/** `null` where the signers are not of this registry version, or their keys have no sum. */
function knownKeySum(signers: readonly ListedSigner[], { registry, sums }: KnownKeys): Uint8Array | null {
  const isOfRegistry = signers.every(({ index, terms }) => {
    const key = registry.keys[index] ?? null;
    return key !== null && equalBytes(key, terms.publicKey.subarray(1));
  });
  if (!isOfRegistry) return null;
  try {
    return sums.get(registry, signersBitmap(signers.map(({ index }) => index)));
  } catch (error) {
    if (error instanceof AggregateKeyError) return null;
    throw error;
  }
}

/** Checks the list of signers, except that their bytes encode points. Keeps copies: the caller may change its arrays later. */
function readSigners(signers: readonly SessionSigner[], deps: PrepareDeps): ListedSigner[] {
  if (signers.length === 0 || signers.length > SIGNERS_MAX) throw new SigningSessionError('signer_count');
  const seenNonces = new Set<string>();
  let previousIndex = -1;
  return signers.map((signer) => {
    const { index } = signer;
    if (!Number.isInteger(index) || index <= previousIndex || index > SIGNERS_MAX) throw new SigningSessionError('signer_order', index);
    previousIndex = index;
    const listed = listSigner(signer, deps);
    // A point has one compressed encoding.
    for (const nonce of [listed.encoded.D, listed.encoded.E]) {
      const text = toHex(nonce);
      if (seenNonces.has(text)) throw new SigningSessionError('repeated_nonce', index);
      seenNonces.add(text);
    }
    return listed;
  });
}

/** Terms of the sums: points where they are known, and otherwise their bytes, which are not decoded one by one. */
export interface SignerTerms {
  readonly index: number;
  readonly terms: { readonly publicKey: Uint8Array; readonly D: CurveTerm; readonly E: CurveTerm };
}

/** A signer whose points are decoded when they are asked for: only the search for a bad partial signature does. */
class ListedSigner implements SignerTerms, PreparedSigner {
  constructor(
    readonly index: number,
    readonly encoded: PreparedSigner['encoded'],
    readonly terms: SignerTerms['terms'],
    private readonly curve: Curve,
  ) {
    Object.freeze(this);
  }

  get publicKey(): Point {
    return this.decoded(this.terms.publicKey);
  }

  get D(): Point {
    return this.decoded(this.terms.D);
  }

  get E(): Point {
    return this.decoded(this.terms.E);
  }

  private decoded(term: CurveTerm): Point {
    const point = this.curve.sum([term]);
    if (point === null) throw new SigningSessionError('bad_point', this.index);
    return point;
  }
}

function listSigner(signer: SessionSigner, { curve, ownPair }: PrepareDeps): ListedSigner {
  const { index } = signer;
  assertBytes(signer.publicKey, PUBLIC_KEY_BYTES, `signers[${index}].publicKey`);
  assertBytes(signer.D, COMPRESSED_POINT_BYTES, `signers[${index}].D`);
  assertBytes(signer.E, COMPRESSED_POINT_BYTES, `signers[${index}].E`);
  const encoded = { publicKey: compressed(signer.publicKey), D: signer.D.slice(), E: signer.E.slice() };
  const own = ownPair === undefined ? null : pointsOf(ownPair, encoded);
  const terms = { publicKey: uncompressed(signer.publicKey), D: own?.D ?? encoded.D, E: own?.E ?? encoded.E };
  return new ListedSigner(index, encoded, terms, curve);
}

/** Names the first signer with bytes that encode no point, once a sum has failed. */
function badPoint(signers: readonly SignerTerms[], curve: Curve): SigningSessionError {
  const bad = signers.find(({ terms: { publicKey, D, E } }) => [publicKey, D, E].some((term) => curve.sum([term]) === null));
  return new SigningSessionError('bad_point', bad?.index);
}
