import { type Address, parseAddress } from '@oracle-gateway/protocol';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress, TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import type { Instruction } from './encode-transaction.js';

const COMPUTE_BUDGET_PROGRAM_ID = parseAddress('ComputeBudget111111111111111111111111111111');
const MEMO_PROGRAM_ID = parseAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const SYSTEM_PROGRAM_ID = parseAddress('11111111111111111111111111111111');

/** Numbers of instructions, by their programs. */
const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const TRANSFER_CHECKED = 12;
const CREATE_IDEMPOTENT = 1;

/** Compute units that a transaction may use. */
export function computeUnitLimit(units: number): Instruction {
  const data = new Uint8Array(5);
  data[0] = SET_COMPUTE_UNIT_LIMIT;
  new DataView(data.buffer).setUint32(1, units, true);
  return { program: COMPUTE_BUDGET_PROGRAM_ID, accounts: [], data };
}

/** Millionths of a lamport for a compute unit, beyond the fee of a signature. */
export function computeUnitPrice(microLamports: bigint): Instruction {
  const data = new Uint8Array(9);
  data[0] = SET_COMPUTE_UNIT_PRICE;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { program: COMPUTE_BUDGET_PROGRAM_ID, accounts: [], data };
}

export interface Transfer {
  /** Payer. Signs. */
  readonly from: Address;
  /** Owner of the token account that is paid into. */
  readonly to: Address;
  readonly mint: Address;
  /** Atomic units. */
  readonly amount: bigint;
  /** The mint's decimal places. */
  readonly decimals: number;
}

/** Transfers from the associated token account of one owner to that of another. */
export function transferChecked({ from, to, mint, amount, decimals }: Transfer): Instruction {
  const data = new Uint8Array(10);
  data[0] = TRANSFER_CHECKED;
  new DataView(data.buffer).setBigUint64(1, amount, true);
  data[9] = decimals;
  return {
    program: TOKEN_PROGRAM_ID,
    accounts: [
      { address: associatedTokenAddress(from, mint), isWritable: true },
      { address: mint },
      { address: associatedTokenAddress(to, mint), isWritable: true },
      { address: from, isSigner: true },
    ],
    data,
  };
}

/** Makes the associated token account of `owner`, where it is missing. `payer` pays its rent, and signs. */
export function createTokenAccount({
  payer,
  owner,
  mint,
}: {
  readonly payer: Address;
  readonly owner: Address;
  readonly mint: Address;
}): Instruction {
  return {
    program: ASSOCIATED_TOKEN_PROGRAM_ID,
    accounts: [
      { address: payer, isSigner: true, isWritable: true },
      { address: associatedTokenAddress(owner, mint), isWritable: true },
      { address: owner },
      { address: mint },
      { address: SYSTEM_PROGRAM_ID },
      { address: TOKEN_PROGRAM_ID },
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  };
}

export function memo(text: string): Instruction {
  return { program: MEMO_PROGRAM_ID, accounts: [], data: new TextEncoder().encode(text) };
}
