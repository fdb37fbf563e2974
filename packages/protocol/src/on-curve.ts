import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';

const { p: PRIME, d: D } = ed25519.Point.CURVE();
const SIGN_BIT = 1n << 255n;

/**
 * Whether the ledger takes 32 bytes for a public key: a y of the curve −x² + y² = 1 + d·x²·y², canonical or not, with either sign.
 *
 * A point has x² = (y² − 1) / (d·y² + 1), so it exists when that quotient is a square. A quotient is a square when the product of its terms
 * is. A Jacobi symbol decides that at a fifth of the cost of a root. Only public bytes are safe here: the time depends on them.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const y = bytesToNumberLE(bytes) & (SIGN_BIT - 1n);
  const y2 = (y * y) % PRIME;
  return jacobiSymbol(((y2 + PRIME - 1n) * (D * y2 + 1n)) % PRIME, PRIME) !== -1;
}

/**
 * The Jacobi symbol (a/n) of 0 ≤ a < n, n odd: for a prime n 1 for squares, −1 for others, 0 for zero (Cohen, A Course in Computational
 * Algebraic Number Theory, algorithm 1.4.10).
 */
function jacobiSymbol(a: bigint, n: bigint): -1 | 0 | 1 {
  let [top, bottom]: [bigint, bigint] = [a, n];
  let isNegative = false;
  while (top !== 0n) {
    const twos = trailingZeros(top);
    top >>= BigInt(twos);
    const bottomModEight = Number(bottom & 7n);
    // (2/n) is −1 for n ≡ 3, 5 mod 8.
    if (twos % 2 === 1 && (bottomModEight === 3 || bottomModEight === 5)) isNegative = !isNegative;
    // Reciprocity turns the sign when both are 3 mod 4.
    if (bottomModEight % 4 === 3 && (top & 3n) === 3n) isNegative = !isNegative;
    [top, bottom] = [bottom % top, top];
  }
  if (bottom !== 1n) return 0;
  return isNegative ? -1 : 1;
}

/** Number of trailing zero bits of a number above zero. */
function trailingZeros(value: bigint): number {
  let zeros = 0;
  let rest = value;
  for (; BigInt.asUintN(32, rest) === 0n; rest >>= 32n) zeros += 32;
  const low = Number(BigInt.asUintN(32, rest));
  return zeros + 31 - Math.clz32(low & -low);
}
