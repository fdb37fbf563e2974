import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import { equalBytes } from './equal-bytes.js';
import { ascii, u8 } from './fixed-width.js';
import { isOnCurve } from './on-curve.js';

const MAX_SEEDS = 15;
const MAX_SEED_BYTES = 32;
const MARKER = ascii('ProgramDerivedAddress');

/**
 * The program-derived address of `seeds`, with its canonical (largest) bump: sha256(seeds ‖ bump ‖ program ‖ `ProgramDerivedAddress`)
 * that is no point of the curve. Only this bump counts: about half of all others give addresses as well.
 * @throws RangeError for more than 15 seeds, a seed above 32 bytes, or (never seen) seeds without any address.
 */
export function findProgramAddress(seeds: readonly Uint8Array[], programId: Address): { address: Address; bump: number } {
  for (const { candidate, bump } of candidates(seeds, programId)) {
    if (!isOnCurve(candidate)) return { address: candidate as Address, bump };
  }
  throw new RangeError('these seeds have no program-derived address');
}

/**
 * The bump with which `seeds` give a known `address`; null when no bump does. It costs a fraction of the search, because no candidate is checked
 * against the curve.
 * @throws RangeError as findProgramAddress.
 */
export function bumpOfProgramAddress(address: Address, seeds: readonly Uint8Array[], programId: Address): number | null {
  for (const { candidate, bump } of candidates(seeds, programId)) {
    if (equalBytes(candidate, address)) return bump;
  }
  return null;
}

/** The hashes of every bump, from the largest down. */
function* candidates(seeds: readonly Uint8Array[], programId: Address): Generator<{ candidate: Uint8Array; bump: number }> {
  if (seeds.length > MAX_SEEDS) throw new RangeError(`at most ${MAX_SEEDS} seeds`);
  if (seeds.some((seed) => seed.length > MAX_SEED_BYTES)) throw new RangeError(`a seed has at most ${MAX_SEED_BYTES} bytes`);
  for (let bump = 255; bump >= 0; bump -= 1) yield { candidate: sha256(concatBytes(...seeds, u8(bump), programId, MARKER)), bump };
}
