import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { LABELS } from '@oracle-gateway/protocol';
import { integerFromBytes, type Point, Scalars } from '../curve.js';

/** One signer's part of what is bound, as points. */
export interface PreparedSigner {
  readonly index: number;
  readonly publicKey: Point;
  readonly D: Point;
  readonly E: Point;
}

/** The session's part of what is bound, in bytes. */
export interface SessionBinding {
  readonly sessionId: Uint8Array;
  readonly attempt: 0 | 1;
  readonly message: Uint8Array;
  readonly setHash: Uint8Array;
}

/**
 * b = keccak256(`SVC_NONCE_BIND_V1` ‖ session_id ‖ u8 attempt ‖ m ‖ set_hash ‖ u8 count ‖ each ascending: u8 index ‖ P_j[33] ‖ D_j[33] ‖ E_j[33]) mod n
 * (protocol §4, step 3).
 *
 * Every part is needed: over all nonces, so that no signer can choose its own after seeing the sum's effect (the attack on plain
 * two-round signing); over the session, attempt and set, so that a partial signature means nothing anywhere else.
 */
export function bindingFactor(session: SessionBinding, signers: readonly PreparedSigner[]): bigint {
  const list = signers.flatMap(({ index, publicKey, D, E }) => [
    Uint8Array.of(index),
    publicKey.toBytes(true),
    D.toBytes(true),
    E.toBytes(true),
  ]);
  const preimage = concatBytes(
    utf8ToBytes(LABELS.nonceBind),
    session.sessionId,
    Uint8Array.of(session.attempt),
    session.message,
    session.setHash,
    Uint8Array.of(signers.length),
    ...list,
  );
  return Scalars.create(integerFromBytes(keccak_256(preimage)));
}
