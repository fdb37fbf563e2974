import type { Address } from '@oracle-gateway/protocol';

import { addressName } from './address-name.js';
import { MAX_TRANSACTION_UNITS } from './compute-units.js';
import { type LedgerInstruction, COMPUTE_BUDGET_PROGRAM } from '@oracle-gateway/protocol/instructions';
import { MAX_TRANSACTION_BYTES, SIGNATURE_BYTES } from './transaction.js';

/** Part of a transaction that an instruction takes. Computed once, for any number of drafts. */
export interface InstructionFootprint {
  /** Bytes of the instruction without its addresses. */
  readonly byteLength: number;
  /** Distinct, with the program's address. */
  readonly addresses: readonly string[];
  readonly computeUnits: number;
}

/** A transaction under construction. */
export interface TransactionDraft {
  readonly byteLength: number;
  /** Additional bytes; null: with this instruction the transaction would be too large, lock too many accounts or compute too long. */
  growthBy(footprint: InstructionFootprint): number | null;
  add(footprint: InstructionFootprint): void;
}

/** Largest number of accounts that a transaction locks (Agave, MAX_TX_ACCOUNT_LOCKS). */
const MAX_ACCOUNT_LOCKS = 64;
const ADDRESS_BYTES = 32;
/** The number of signatures, the message's header, the number of addresses, the blockhash, the number of instructions. */
const FRAME_BYTES = 1 + 3 + 1 + 32 + 1;
/** Index of the program, number of accounts, length, tag, then u32 or u64. */
const UNIT_LIMIT_BYTES = 1 + 1 + 1 + 5;
const UNIT_PRICE_BYTES = 1 + 1 + 1 + 9;

/** The room that an instruction takes in a transaction: bytes, addresses and compute units. */
export function footprintOf(instruction: LedgerInstruction, computeUnits: number): InstructionFootprint {
  const { programId, accounts, data } = instruction;
  return {
    byteLength: 1 + countBytes(accounts.length) + accounts.length + countBytes(data.length) + data.length,
    addresses: [...new Set([programId, ...accounts.map(({ address }) => address)].map(addressName))],
    computeUnits,
  };
}

export interface TransactionDraftInput {
  /** Pays the fee, and signs. */
  readonly payer: Address;
  /** A further key that signs; the payer's counts once. */
  readonly signer?: Address;
  readonly hasPrice: boolean;
}

/** Predicts the size of what `LedgerSender.build` makes. A first instruction always fits here; building it gives the error if it does not. */
export function createTransactionDraft({ payer, signer = payer, hasPrice }: TransactionDraftInput): TransactionDraft {
  const signers = new Set([payer, signer].map(addressName));
  const addresses = new Set([...signers, addressName(COMPUTE_BUDGET_PROGRAM)]);
  let isEmpty = true;
  let computeUnits = 0;
  let byteLength =
    FRAME_BYTES + signers.size * SIGNATURE_BYTES + addresses.size * ADDRESS_BYTES + UNIT_LIMIT_BYTES + (hasPrice ? UNIT_PRICE_BYTES : 0);

  return {
    get byteLength() {
      return byteLength;
    },
    growthBy(footprint) {
      const added = footprint.addresses.reduce((count, address) => count + Number(!addresses.has(address)), 0);
      const growth = footprint.byteLength + added * ADDRESS_BYTES;
      const fits =
        byteLength + growth <= MAX_TRANSACTION_BYTES &&
        addresses.size + added <= MAX_ACCOUNT_LOCKS &&
        computeUnits + footprint.computeUnits <= MAX_TRANSACTION_UNITS;
      return fits || isEmpty ? growth : null;
    },
    add(footprint) {
      const before = addresses.size;
      footprint.addresses.forEach((address) => addresses.add(address));
      byteLength += footprint.byteLength + (addresses.size - before) * ADDRESS_BYTES;
      computeUnits += footprint.computeUnits;
      isEmpty = false;
    },
  };
}

/** Bytes of a length in the compact-u16 form: seven bits in each byte. */
function countBytes(count: number): number {
  return count < 0x80 ? 1 : count < 0x4000 ? 2 : 3;
}
