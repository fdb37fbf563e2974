import { numberToBytesLE } from '@noble/curves/utils.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { assertBytes } from '../bytes.js';
import type { RandomBytes } from '../random.js';
import type { Point } from '../secp256k1.js';
import { hedgedNonce, type SecretNonce } from './hedged-nonce.js';
import { HASH_BYTES } from './session.js';
import type { SigningKey } from './signing-key.js';

/** The public half of a nonce pair, each a compressed point of 33 bytes. */
export interface NonceCommitment {
  /** [hiding]G. */
  readonly D: Uint8Array;
  /** [binding]G. */
  readonly E: Uint8Array;
}

/** Two secret scalars of 32 bytes, named as in RFC 9591. */
export interface NonceSecrets {
  readonly hiding: Uint8Array;
  readonly binding: Uint8Array;
}

const HIDING_ROLE = 0;
const BINDING_ROLE = 1;

const GATEWAY_BYTES = 32;
const GATEWAY_NONCE_BYTES = 16;
const TIME_BYTES = 8;
const NUMBER_MAX = 255;

const secretsOf = new WeakMap<NoncePair, NonceSecrets>();
/** The encoding is a copy: a caller may write into that of the pair. */
const pointsOfPair = new WeakMap<NoncePair, CommitmentPoints & { readonly encoded: NonceCommitment }>();

/** The points of a commitment. */
export interface CommitmentPoints {
  readonly D: Point;
  readonly E: Point;
}

/**
 * The secret half of a nonce pair, good for one signature.
 *
 * Two signatures from one pair reveal the signing key. So the secrets are not a property of the object: nothing can read them twice, print,
 * serialise or clone them. `signPartial` takes them out before any check.
 */
export class NoncePair {
  /** A copy of the published commitment. */
  readonly commitment: NonceCommitment;

  constructor(secrets: NonceSecrets, points: CommitmentPoints) {
    this.commitment = Object.freeze({ D: points.D.toBytes(true), E: points.E.toBytes(true) });
    secretsOf.set(this, secrets);
    pointsOfPair.set(this, { ...points, encoded: { D: this.commitment.D.slice(), E: this.commitment.E.slice() } });
    Object.freeze(this);
  }

  toJSON(): never {
    throw new TypeError('a nonce pair must not be stored: a restored copy would sign twice; make a new pair instead');
  }
}

/**
 * A fresh nonce pair for one attempt of one session and the commitment (D, E) to publish (docs/protocol.md#nonces).
 *
 * @param input.sessionId 32 bytes
 * @throws TypeError for a wrong width, of the random bytes too
 */
export function createNoncePair(
  input: { readonly signingKey: SigningKey; readonly sessionId: Uint8Array; readonly attempt: 0 | 1 },
  deps: { readonly random: RandomBytes },
): { pair: NoncePair; commitment: NonceCommitment } {
  const { signingKey, sessionId, attempt } = input;
  assertBytes(sessionId, HASH_BYTES, 'sessionId');
  return makePair((role) => hedgedNonce({ signingKey, context: concatBytes(sessionId, Uint8Array.of(attempt, role)) }, deps));
}

/** One batch of pairs made in advance. Its fields differ from batch to batch where gateway, clock and random source are honest. */
export interface NonceBatch {
  /** Gateway account, 32 bytes. */
  readonly gateway: Uint8Array;
  /** 16 bytes, the gateway's choice. */
  readonly gatewayNonce: Uint8Array;
  /** The node's own clock. */
  readonly timeMs: number;
}

/**
 * A fresh nonce pair for a later session: the first round of SpeedyMuSig depends neither on message nor on signers (eprint 2021/1375, fig. 7).
 * It signs in one attempt of one session. Its hash input is longer than that of a pair for a session, so the two never coincide.
 *
 * @param input.number 0..255, the pair's place in its batch
 * @throws TypeError for a wrong width, of the random bytes too, or a number out of range
 */
export function createNoncePairInAdvance(
  input: { readonly signingKey: SigningKey; readonly batch: NonceBatch; readonly number: number },
  deps: { readonly random: RandomBytes },
): { pair: NoncePair; commitment: NonceCommitment } {
  const { signingKey, batch, number } = input;
  assertBytes(batch.gateway, GATEWAY_BYTES, 'gateway');
  assertBytes(batch.gatewayNonce, GATEWAY_NONCE_BYTES, 'gatewayNonce');
  if (!Number.isSafeInteger(batch.timeMs) || batch.timeMs < 0) throw new TypeError('timeMs: must be a non-negative integer');
  if (!Number.isInteger(number) || number < 0 || number > NUMBER_MAX) throw new TypeError(`number: must be 0..${NUMBER_MAX}`);
  const time = numberToBytesLE(BigInt(batch.timeMs), TIME_BYTES);
  return makePair((role) =>
    hedgedNonce({ signingKey, context: concatBytes(batch.gateway, batch.gatewayNonce, time, Uint8Array.of(number, role)) }, deps),
  );
}

function makePair(nonceFor: (role: number) => SecretNonce): { pair: NoncePair; commitment: NonceCommitment } {
  const hiding = nonceFor(HIDING_ROLE);
  const binding = nonceFor(BINDING_ROLE);
  const pair = new NoncePair({ hiding: hiding.secret, binding: binding.secret }, { D: hiding.point, E: binding.point });
  return { pair, commitment: { D: pair.commitment.D.slice(), E: pair.commitment.E.slice() } };
}

/** The points of the pair, where they are those of the commitment; `null` where it is another's. Not part of the package's surface. */
export function pointsOf(pair: NoncePair, { D, E }: NonceCommitment): CommitmentPoints | null {
  const points = pointsOfPair.get(pair) ?? null;
  return points !== null && equalBytes(points.encoded.D, D) && equalBytes(points.encoded.E, E) ? points : null;
}

/** Takes and deletes in one synchronous step; `null` when they are gone. Not part of the package's surface. */
export function takeSecrets(pair: NoncePair): NonceSecrets | null {
  const secrets = secretsOf.get(pair) ?? null;
  secretsOf.delete(pair);
  return secrets;
}
