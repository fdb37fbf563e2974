/** What the program pays to find that a bump gives no address. */
const UNITS_PER_BUMP = 1_500;
const LARGEST_BUMP = 255;
/** The most that a transaction may ask for. */
export const MAX_TRANSACTION_UNITS = 1_400_000;

/**
 * A bound on what `settle_round` consumes with `signers` signers and a receipt at `receiptBump`. Measured: programs/oracle/README.md.
 * The first signer pays for the addresses, the receipt's creation and the recovery; each further one for a point addition, and once more
 * where the keys' sum needs complete formulas. The program searches the receipt's address from bump 255 down, and who chooses the round's
 * identity can make that search long.
 */
export function settleComputeUnits(signers: number, receiptBump: number): number {
  if (!Number.isInteger(signers) || signers < 1 || signers > 64) throw new RangeError('signers: must be an integer 1..64');
  if (!Number.isInteger(receiptBump) || receiptBump < 0 || receiptBump > LARGEST_BUMP) {
    throw new RangeError('receiptBump: must be an integer 0..255');
  }
  const bound = 60_000 + 20_000 * (signers - 1) + UNITS_PER_BUMP * (LARGEST_BUMP - receiptBump);
  return Math.min(bound, MAX_TRANSACTION_UNITS);
}
