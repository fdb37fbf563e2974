import { bytesToNumberBE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { LABELS } from '@oracle-gateway/protocol';
import { Scalars } from '../secp256k1.js';
import type { PreparedSigner, SigningSession } from './session.js';

/**
 * b = keccak256(`SVC_NONCE_BIND_V1` ‖ session_id ‖ u8 attempt ‖ m ‖ set_hash ‖ u8 count ‖ each ascending: u8 index ‖ P_j[33] ‖ D_j[33] ‖ E_j[33]) mod n
 * (docs/protocol.md#nonce-binding-b).
 *
 * Every part is needed. Hashing all nonces prevents the attack on plain two-round signing, in which a signer chooses its nonces last.
 * Hashing session, attempt and set makes a partial signature useless anywhere else.
 */
export function bindingFactor(
  session: Omit<SigningSession, 'signers'>,
  signers: readonly Pick<PreparedSigner, 'index' | 'encoded'>[],
): bigint {
  const list = signers.flatMap(({ index, encoded: { publicKey, D, E } }) => [Uint8Array.of(index), publicKey, D, E]);
  const preimage = concatBytes(
    utf8ToBytes(LABELS.nonceBind),
    session.sessionId,
    Uint8Array.of(session.attempt),
    session.message,
    session.setHash,
    Uint8Array.of(signers.length),
    ...list,
  );
  return Scalars.create(bytesToNumberBE(keccak_256(preimage)));
}
