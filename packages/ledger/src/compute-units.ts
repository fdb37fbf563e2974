import type { KeyForm } from './instructions/proof.js';

/** What the program pays to find that a bump gives no address. */
const UNITS_PER_BUMP = 1_500;
const LARGEST_BUMP = 255;
/** The most that a transaction may ask for. */
export const MAX_TRANSACTION_UNITS = 1_400_000;

/** The addresses, the receipt's creation and the recovery. */
const UNITS_OF_FIRST_SIGNER = 60_000;
/** The payer's signature, the escrow's creation and the transfer. */
const UNITS_OF_AN_AGENT = 20_000;
/** A point addition; in the first form once more where the keys' sum needs complete formulas. */
const UNITS_PER_FURTHER_SIGNER: Readonly<Record<KeyForm['form'], number>> = { sum: 20_000, slopes: 4_000, 'signer-set': 0 };

/**
 * A bound on what `settle_round` consumes with `signers` signers and a receipt at `receiptBump`. Measured: programs/oracle/README.md.
 * The program searches the receipt's address from bump 255 down, and who chooses the round's identity can make that search long.
 */
export function settleComputeUnits(signers: number, receiptBump: number, form: KeyForm['form'] = 'sum'): number {
  const bound = unitsOfProof(signers, form) + unitsOfBump('receiptBump', receiptBump);
  return Math.min(bound, MAX_TRANSACTION_UNITS);
}

/**
 * As {@link settleComputeUnits} for `settle_agent_round`, which verifies the payer's signature and moves tokens on top. `searchedBumps` are
 * those of the addresses that the program searches: the round's and the treasury's, and, while the escrow's account does not exist, the
 * escrow's and its token account's.
 */
export function settleAgentComputeUnits(signers: number, searchedBumps: readonly number[], form: KeyForm['form'] = 'sum'): number {
  const searches = searchedBumps.reduce((units, bump) => units + unitsOfBump('searchedBumps', bump), 0);
  return Math.min(unitsOfProof(signers, form) + UNITS_OF_AN_AGENT + searches, MAX_TRANSACTION_UNITS);
}

function unitsOfProof(signers: number, form: KeyForm['form']): number {
  if (!Number.isInteger(signers) || signers < 1 || signers > 64) throw new RangeError('signers: must be an integer 1..64');
  return UNITS_OF_FIRST_SIGNER + UNITS_PER_FURTHER_SIGNER[form] * (signers - 1);
}

function unitsOfBump(name: string, bump: number): number {
  if (!Number.isInteger(bump) || bump < 0 || bump > LARGEST_BUMP) throw new RangeError(`${name}: must be an integer 0..255`);
  return UNITS_PER_BUMP * (LARGEST_BUMP - bump);
}
