import type { Brand } from '@oracle-gateway/protocol';
import type { Curve } from '../curve.js';
import type { Point } from '../secp256k1.js';

/** Width of session ids and observation set hashes. */
export const HASH_BYTES = 32;

/** The attempt whose nonces were committed to before the session: signers answer with value and partial signature in one exchange. */
export const IN_ADVANCE = 2;

/** An attempt to sign: the first or second one of the exchange after the observation, or the one in the same exchange. */
export type AttemptNumber = 0 | 1 | typeof IN_ADVANCE;

/** One signer as it stands on the wire. */
export interface SessionSigner {
  /** Node index, 0..255. */
  readonly index: number;
  /** 64 bytes Px ‖ Py, from the signer's own view of the registry. */
  readonly publicKey: Uint8Array;
  /** 33 bytes, compressed: the commitment to the hiding nonce. */
  readonly D: Uint8Array;
  /** 33 bytes, compressed: the commitment to the binding nonce. */
  readonly E: Uint8Array;
}

/** The inputs that all signers of one attempt must agree on (docs/protocol.md#nonce-binding-b). */
export interface SigningSession {
  /** 32 bytes. */
  readonly sessionId: Uint8Array;
  readonly attempt: AttemptNumber;
  /** 32 bytes, the attestation's `m`. */
  readonly message: Uint8Array;
  /** 32 bytes; all zero in exact mode. */
  readonly setHash: Uint8Array;
  /** Strictly ascending by index. */
  readonly signers: readonly SessionSigner[];
}

/** One signer of a checked session. Its points are decoded when they are read. */
export interface PreparedSigner {
  readonly index: number;
  readonly publicKey: Point;
  readonly D: Point;
  readonly E: Point;
  readonly encoded: EncodedSigner;
}

/** The points of a signer, each in 33 bytes, compressed. */
export interface EncodedSigner {
  readonly publicKey: Uint8Array;
  readonly D: Uint8Array;
  readonly E: Uint8Array;
}

/** The numbers that a session determines. */
export interface SessionNumbers {
  readonly signers: readonly PreparedSigner[];
  /** b, which ties every nonce to the session, the message and all other nonces. */
  readonly bindingFactor: bigint;
  /** R = Σ(D_j + b·E_j). */
  readonly groupCommitment: Point;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  /** P = ΣP_j in 64 bytes. */
  readonly aggregateKey: Uint8Array;
  /** e. */
  readonly challenge: bigint;
  /** The implementation that computed it, which also checks partial signatures. */
  readonly curve: Curve;
}

/** A checked session; the brand says that only `prepareSession` makes one. */
export type PreparedSession = Brand<SessionNumbers, 'PreparedSession'>;
