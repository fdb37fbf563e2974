import { bytesToNumberBE, concatBytes } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { assertBytes } from './bytes.js';
import { COMMITMENT_BYTES } from './commitment.js';
import { MESSAGE_BYTES, parityOf, PUBLIC_KEY_BYTES, Scalars } from './secp256k1.js';

/**
 * e = keccak256(Px[32] ‖ u8 parity(Py) ‖ m[32] ‖ commitment[20]) mod n, over 85 bytes (docs/protocol.md#aggregate-signature).
 *
 * The form is that of Chronicle Scribe, without a tag, so that the public verifiers of that scheme work unchanged. The label inside `m` separates
 * domains.
 *
 * @throws TypeError naming the argument of a wrong width
 */
export function challenge(input: { publicKey: Uint8Array; message: Uint8Array; commitment: Uint8Array }): bigint {
  assertBytes(input.publicKey, PUBLIC_KEY_BYTES, 'publicKey');
  assertBytes(input.message, MESSAGE_BYTES, 'message');
  assertBytes(input.commitment, COMMITMENT_BYTES, 'commitment');
  const px = input.publicKey.subarray(0, 32);
  const parity = Uint8Array.of(parityOf(bytesToNumberBE(input.publicKey.subarray(32))));
  return Scalars.create(bytesToNumberBE(keccak_256(concatBytes(px, parity, input.message, input.commitment))));
}
