/**
 * A bound on what `settle_round` consumes with `signers` signers. Measured: programs/oracle/README.md.
 * The first signer pays for the addresses, the receipt's creation and the recovery; each further one for a point addition.
 */
export function settleComputeUnits(signers: number): number {
  if (!Number.isInteger(signers) || signers < 1 || signers > 64) throw new RangeError('signers: must be an integer 1..64');
  return 100_000 + 9_000 * (signers - 1);
}
