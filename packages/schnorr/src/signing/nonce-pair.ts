import { Point } from '../curve.js';
import { randomScalar, type RandomBytes } from './random.js';

/** The public half of a nonce pair, each a compressed point of 33 bytes. */
export interface NonceCommitment {
  readonly D: Uint8Array;
  readonly E: Uint8Array;
}

export interface NonceSecrets {
  readonly d: bigint;
  readonly e: bigint;
}

const secretsOf = new WeakMap<NoncePair, NonceSecrets>();

/**
 * The secret half of a nonce pair, good for one signature.
 *
 * Two signatures from one pair give the signing key away, so the secrets are no property of the object: nothing can read them twice,
 * print, serialise or clone them. `signPartial` takes them out before it looks at anything else.
 */
export class NoncePair {
  /** A copy of what was published for this pair. */
  readonly commitment: NonceCommitment;

  constructor(secrets: NonceSecrets, commitment: NonceCommitment) {
    this.commitment = Object.freeze({ D: commitment.D.slice(), E: commitment.E.slice() });
    secretsOf.set(this, secrets);
    Object.freeze(this);
  }

  toJSON(): never {
    throw new TypeError('a nonce pair must not be stored: a restored copy would sign a second time');
  }
}

/** Fresh (d, e) and the commitment (D, E) = ([d]G, [e]G) to publish (protocol §4, step 1). */
export function createNoncePair(random: RandomBytes): { pair: NoncePair; commitment: NonceCommitment } {
  const secrets = { d: randomScalar(random), e: randomScalar(random) };
  const commitment = { D: Point.BASE.multiply(secrets.d).toBytes(true), E: Point.BASE.multiply(secrets.e).toBytes(true) };
  return { pair: new NoncePair(secrets, commitment), commitment };
}

/** Takes and deletes in one synchronous step; `null` when they are gone. Not part of the package's surface. */
export function takeSecrets(pair: NoncePair): NonceSecrets | null {
  const secrets = secretsOf.get(pair) ?? null;
  secretsOf.delete(pair);
  return secrets;
}
