/** Lamports that settlements never take: for signer sets, closings, and what the account itself must hold. */
export const PURSE_RESERVE_LAMPORTS = 10_000_000n;

/** Rent of an account: this many lamports for each of its bytes and of 128 more (protocol of the cluster). */
const LAMPORTS_PER_BYTE = 6_960n;
const OVERHEAD_BYTES = 128n;

/** Lamports that an account of so many bytes locks. A cluster that asks for less is on the safe side. */
export function rentLamports(dataBytes: number): bigint {
  return (BigInt(dataBytes) + OVERHEAD_BYTES) * LAMPORTS_PER_BYTE;
}

/** What the account of a gateway's key has for settlements. */
export function purseLamports(lamports: bigint): bigint {
  return lamports > PURSE_RESERVE_LAMPORTS ? lamports - PURSE_RESERVE_LAMPORTS : 0n;
}
