/** What the ledger charges for each candidate of a search for an address (`create_program_address_units` of Agave). */
const ADDRESS_CANDIDATE_UNITS = 1_500;

/**
 * A bound on what `settle_round` consumes with `signers` signers and a receipt of bump `receiptBump`. Measured: programs/oracle/README.md.
 * The first signer pays for the receipt's creation and the recovery; each further one for a point addition. The program searches the
 * receipt's address from bump 255 down, and who chooses the round's identity can make that search long.
 */
export function settleComputeUnits(signers: number, receiptBump: number): number {
  if (!Number.isInteger(signers) || signers < 1 || signers > 64) throw new RangeError('signers: must be an integer 1..64');
  if (!Number.isInteger(receiptBump) || receiptBump < 0 || receiptBump > 255)
    throw new RangeError('receiptBump: must be an integer 0..255');
  return 100_000 + 9_000 * (signers - 1) + ADDRESS_CANDIDATE_UNITS * (255 - receiptBump);
}
