import { COMPUTE_BUDGET_PROGRAM } from '@oracle-gateway/protocol/instructions';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { WireInstruction } from './wire-transaction.js';

/** The members of a transaction's message that its fee depends on. */
export interface FeeInput {
  /** Signatures that the message requires. */
  readonly signatures: number;
  readonly instructions: readonly Pick<WireInstruction, 'program' | 'data'>[];
}

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;
/** Limit of one transaction, whatever it asks for. */
const MAX_COMPUTE_UNITS = 1_400_000n;
/** Compute units of one instruction in a transaction without a limit: the most that a cluster has ever charged. */
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n;

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;

/**
 * Limits of the fee that a payment's transaction may cost its fee payer, because the payer chooses signatures, compute units and their price.
 * An x402 client asks for 20,000 units at a price of 1. A wallet that adds instructions and a price stays below these limits.
 */
export const FEE_LIMITS = { maxRequiredSignatures: 2, maxComputeUnits: 50_000, maxPriorityFeeMicroLamports: 40_000 } as const;

/** Limit of the whole fee, lamports: 10,000 for the signatures and 2,000 for the units. */
export const MAX_FEE_LAMPORTS =
  BigInt(FEE_LIMITS.maxRequiredSignatures) * LAMPORTS_PER_SIGNATURE +
  priorityFee(BigInt(FEE_LIMITS.maxComputeUnits), BigInt(FEE_LIMITS.maxPriorityFeeMicroLamports));

/** Maximal cost of a transaction in lamports. Where it sets limit or price twice, which the ledger refuses, the larger value counts. */
export function transactionFeeLamports({ signatures, instructions }: FeeInput): bigint {
  const budget = instructions.filter(({ program }) => program !== null && equalBytes(program, COMPUTE_BUDGET_PROGRAM));
  const limits = budget.flatMap(({ data }) =>
    data.length === 5 && data[0] === SET_COMPUTE_UNIT_LIMIT ? [BigInt(viewOf(data).getUint32(1, true))] : [],
  );
  const prices = budget.flatMap(({ data }) =>
    data.length === 9 && data[0] === SET_COMPUTE_UNIT_PRICE ? [viewOf(data).getBigUint64(1, true)] : [],
  );
  const byDefault = BigInt(instructions.length - budget.length) * DEFAULT_UNITS_PER_INSTRUCTION;
  const units = limits.length === 0 ? byDefault : largest(limits);
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + priorityFee(units > MAX_COMPUTE_UNITS ? MAX_COMPUTE_UNITS : units, largest(prices));
}

/** Rounded up, as the ledger does. */
function priorityFee(units: bigint, microLamports: bigint): bigint {
  return (units * microLamports + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
