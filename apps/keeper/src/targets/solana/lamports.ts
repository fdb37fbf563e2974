const BASE_FEE_LAMPORTS = 5_000n;
const MICRO = 1_000_000n;

/** Lamports of one transaction: the fee of its signature, and the priority fee of all units that it may consume. */
export function lamportsOf(computeUnits: number, microLamportsPerUnit: bigint): bigint {
  return BASE_FEE_LAMPORTS + (BigInt(computeUnits) * microLamportsPerUnit + MICRO - 1n) / MICRO;
}
