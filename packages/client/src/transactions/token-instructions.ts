import { type Address, parseAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress } from '@oracle-gateway/protocol/accounts';
import {
  COMPUTE_BUDGET_PROGRAM,
  type LedgerInstruction,
  readonly,
  signer,
  TOKEN_PROGRAM,
  writable,
} from '@oracle-gateway/protocol/instructions';

const MEMO_PROGRAM_ID = parseAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Numbers of instructions, by their programs. */
const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const TRANSFER_CHECKED = 12;

/** Compute units that a transaction may use. */
export function computeUnitLimit(units: number): LedgerInstruction {
  const data = new Uint8Array(5);
  data[0] = SET_COMPUTE_UNIT_LIMIT;
  new DataView(data.buffer).setUint32(1, units, true);
  return { programId: COMPUTE_BUDGET_PROGRAM, accounts: [], data };
}

/** Millionths of a lamport for a compute unit, beyond the fee of a signature. */
export function computeUnitPrice(microLamports: bigint): LedgerInstruction {
  const data = new Uint8Array(9);
  data[0] = SET_COMPUTE_UNIT_PRICE;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { programId: COMPUTE_BUDGET_PROGRAM, accounts: [], data };
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
export function transferChecked({ from, to, mint, amount, decimals }: Transfer): LedgerInstruction {
  const data = new Uint8Array(10);
  data[0] = TRANSFER_CHECKED;
  new DataView(data.buffer).setBigUint64(1, amount, true);
  data[9] = decimals;
  return {
    programId: TOKEN_PROGRAM,
    accounts: [writable(associatedTokenAddress(from, mint)), readonly(mint), writable(associatedTokenAddress(to, mint)), signer(from)],
    data,
  };
}

export function memo(text: string): LedgerInstruction {
  return { programId: MEMO_PROGRAM_ID, accounts: [], data: new TextEncoder().encode(text) };
}
