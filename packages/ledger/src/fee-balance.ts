/** Lamports that settlements leave: for signer sets, closings, and the rent of the account itself. */
export const FEE_BALANCE_RESERVE_LAMPORTS = 10_000_000n;

/** Rent of an account: lamports for each of its bytes and of 128 bytes more (rule of the cluster). */
const LAMPORTS_PER_BYTE = 6_960n;
const OVERHEAD_BYTES = 128n;

/** Lamports that an account of this size locks; an upper bound on clusters with a lower rent. */
export function rentLamports(dataBytes: number): bigint {
  return (BigInt(dataBytes) + OVERHEAD_BYTES) * LAMPORTS_PER_BYTE;
}

/** Lamports of a gateway's key that are free for settlements. */
export function spendableLamports(lamports: bigint): bigint {
  return lamports > FEE_BALANCE_RESERVE_LAMPORTS ? lamports - FEE_BALANCE_RESERVE_LAMPORTS : 0n;
}
