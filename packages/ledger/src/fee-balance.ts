/** Lamports that settlements leave in each account that pays: for signer sets, closings, and the rent of the account itself. */
export const FEE_BALANCE_RESERVE_LAMPORTS = 10_000_000n;

/** Rent of an account: lamports for each of its bytes and of 128 bytes more (rule of the cluster). */
const LAMPORTS_PER_BYTE = 6_960n;
const OVERHEAD_BYTES = 128n;

/** Lamports that an account of this size locks; an upper bound on clusters with a lower rent. */
export function rentLamports(dataBytes: number): bigint {
  return (BigInt(dataBytes) + OVERHEAD_BYTES) * LAMPORTS_PER_BYTE;
}

/** Lamports of an account that are free for settlements. */
export function spendableLamports(lamports: bigint): bigint {
  return lamports > FEE_BALANCE_RESERVE_LAMPORTS ? lamports - FEE_BALANCE_RESERVE_LAMPORTS : 0n;
}

/** Lamports of all accounts that pay together: what settlements may take, and one reserve. One account alone counts whole. */
export function feeBalance(lamports: readonly bigint[]): bigint {
  const sum = lamports.reduce((total, each) => total + each, 0n);
  const kept = sum < FEE_BALANCE_RESERVE_LAMPORTS ? sum : FEE_BALANCE_RESERVE_LAMPORTS;
  return kept + lamports.reduce((total, each) => total + spendableLamports(each), 0n);
}
