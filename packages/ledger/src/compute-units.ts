import type { KeyForm } from './instructions/proof.js';

/** Cost of each bump that gives no address. */
const UNITS_PER_BUMP = 1_500;
const LARGEST_BUMP = 255;
/** Largest limit of a transaction. */
export const MAX_TRANSACTION_UNITS = 1_400_000;

/** Addresses, creation of the receipt, and recovery of the commitment. */
const UNITS_OF_FIRST_SIGNER = 60_000;
/** The payer's signature, creation of the escrow, and the transfer. */
const UNITS_OF_AN_AGENT = 20_000;
/** One point addition. With key form `sum`, a sum that needs complete formulas costs a second one. */
const UNITS_PER_FURTHER_SIGNER: Readonly<Record<KeyForm['form'], number>> = { sum: 20_000, slopes: 4_000, 'signer-set': 0 };

/**
 * Upper bound of the compute units of `settle_round` with `signers` signers and a receipt at `receiptBump`. Measurements:
 * programs/oracle/bench/compute-units.md. The program searches the receipt's address from bump 255 down; the caller that chooses the round's
 * identity can make that search long.
 */
export function settleComputeUnits(signers: number, receiptBump: number, form: KeyForm['form'] = 'sum'): number {
  const bound = unitsOfProof(signers, form) + unitsOfBump('receiptBump', receiptBump);
  return Math.min(bound, MAX_TRANSACTION_UNITS);
}

/**
 * The same bound for `settle_agent_round`, which also verifies the payer's signature and moves tokens. `searchedBumps` are the bumps of the
 * addresses that the program searches: the round, the treasury, and, while the escrow's account does not exist, the escrow and its token
 * account.
 */
export function settleAgentComputeUnits(signers: number, searchedBumps: readonly number[], form: KeyForm['form'] = 'sum'): number {
  const searches = searchedBumps.reduce((units, bump) => units + unitsOfBump('searchedBumps', bump), 0);
  return Math.min(unitsOfProof(signers, form) + UNITS_OF_AN_AGENT + searches, MAX_TRANSACTION_UNITS);
}

/** Bumps of a feed's address that are paid for: fewer than one feed of 10^12 needs more. */
const BUMPS_OF_A_FEED = 40;

/** The same bound for `submit`, whether the feed has an account or not. */
export function submitComputeUnits(signers: number, form: KeyForm['form'] = 'sum'): number {
  return Math.min(unitsOfProof(signers, form) + UNITS_PER_BUMP * BUMPS_OF_A_FEED, MAX_TRANSACTION_UNITS);
}

/** Reading, deriving and writing one feed of a list, and creating its account. */
const UNITS_OF_A_LISTED_FEED = 9_000;
/** Bumps of each further feed of a list that are paid for: many addresses together need few more than their mean, which is one. */
const BUMPS_OF_A_FURTHER_FEED = 4;

/** The same bound for `submit_many` that writes `feeds` feeds, whether they have accounts or not. */
export function submitManyComputeUnits(signers: number, feeds: number, form: KeyForm['form'] = 'sum'): number {
  const searches = UNITS_PER_BUMP * (BUMPS_OF_A_FEED + BUMPS_OF_A_FURTHER_FEED * feeds);
  return Math.min(unitsOfProof(signers, form) + UNITS_OF_A_LISTED_FEED * feeds + searches, MAX_TRANSACTION_UNITS);
}

function unitsOfProof(signers: number, form: KeyForm['form']): number {
  if (!Number.isInteger(signers) || signers < 1 || signers > 64) throw new RangeError('signers: must be an integer 1..64');
  return UNITS_OF_FIRST_SIGNER + UNITS_PER_FURTHER_SIGNER[form] * (signers - 1);
}

function unitsOfBump(name: string, bump: number): number {
  if (!Number.isInteger(bump) || bump < 0 || bump > LARGEST_BUMP) throw new RangeError(`${name}: must be an integer 0..255`);
  return UNITS_PER_BUMP * (LARGEST_BUMP - bump);
}
