import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Address } from './address.js';

const MARKER = new TextEncoder().encode('ProgramDerivedAddress');

/**
 * The program-derived address of `seeds` with its canonical (largest) bump: the first sha256(seeds ‖ bump ‖ program ‖ marker) off the curve.
 * It does not use `@solana/web3.js`, so that users of other clients need not install it.
 *
 * @throws {RangeError} when no bump gives one, which has never been seen
 */
export function programAddress(seeds: readonly Uint8Array[], programId: Address): Address {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const candidate = sha256(Buffer.concat([...seeds, Uint8Array.of(bump), programId, MARKER]));
    if (isOffCurve(candidate)) return candidate;
  }
  throw new RangeError('these seeds have no program-derived address');
}

/** `zip215`, because the ledger's decoder accepts non-canonical encodings of points. */
function isOffCurve(hash: Uint8Array): hash is Address {
  try {
    ed25519.Point.fromBytes(hash, true);
    return false;
  } catch {
    return true;
  }
}
