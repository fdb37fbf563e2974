/** Fees of one unit of gas, wei. */
export interface EvmFees {
  readonly maxFee: bigint;
  readonly tip: bigint;
}

export const GWEI = 1_000_000_000n;
/** Every replacement raises both fees by an eighth at least: nodes take no smaller raise. */
const [RAISE, PARTS] = [5n, 4n];

/**
 * Fees of a transaction: room for six full blocks above the present base fee, and the tip of the day. Each transaction under the same nonce that
 * did not come into a block raises both by a quarter. Null where the cap leaves no room for the base fee, or for a replacement.
 */
export function feesOf(input: {
  readonly baseFee: bigint;
  readonly tip: bigint;
  readonly capGwei: number;
  /** Fees of the transaction that is replaced; null for a new nonce. */
  readonly replaced: EvmFees | null;
}): EvmFees | null {
  const { baseFee, tip, capGwei, replaced } = input;
  const cap = BigInt(capGwei) * GWEI;
  const least = replaced === null ? { maxFee: 0n, tip: 0n } : { maxFee: raised(replaced.maxFee), tip: raised(replaced.tip) };
  if (baseFee >= cap || least.maxFee > cap) return null;
  const wanted = { maxFee: larger(2n * baseFee + tip, least.maxFee), tip: larger(tip, least.tip) };
  const maxFee = wanted.maxFee < cap ? wanted.maxFee : cap;
  return { maxFee, tip: wanted.tip < maxFee ? wanted.tip : maxFee };
}

function raised(fee: bigint): bigint {
  return (fee * RAISE + PARTS - 1n) / PARTS;
}

export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Gwei of so much gas, rounded up. */
export function gweiOf(gas: bigint, weiPerGas: bigint): bigint {
  return (gas * weiPerGas + GWEI - 1n) / GWEI;
}
