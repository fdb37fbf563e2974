import { parseJson } from '../json.js';
import { UsageError } from '../usage-error.js';

const KEY_BYTES = 64;

/** The 64 bytes of a key in the form of the Solana CLI. Throws UsageError, which repeats nothing of them. */
export function parseSecretKey(field: string, text: string): Uint8Array {
  const plain = parseJson(field, text);
  if (!Array.isArray(plain) || plain.length !== KEY_BYTES || !plain.every(isByte))
    throw new UsageError(field, 'must hold a key in the form of the Solana CLI: a JSON array of 64 bytes');
  return Uint8Array.from(plain);
}

function isByte(entry: unknown): entry is number {
  return typeof entry === 'number' && Number.isInteger(entry) && entry >= 0 && entry <= 255;
}
