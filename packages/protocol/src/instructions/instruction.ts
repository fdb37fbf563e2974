import type { Address } from '../address.js';

/** An account of an instruction. */
export interface LedgerAccountMeta {
  readonly address: Address;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** One instruction of a transaction, in the form of docs/protocol.md, "Instructions of the program". */
export interface LedgerInstruction {
  readonly programId: Address;
  readonly accounts: readonly LedgerAccountMeta[];
  readonly data: Uint8Array;
}

/** An account that an instruction reads. */
export function readonly(address: Address): LedgerAccountMeta {
  return { address, signer: false, writable: false };
}
/** An account that an instruction writes. */
export function writable(address: Address): LedgerAccountMeta {
  return { address, signer: false, writable: true };
}
/** An account that signs, and that an instruction reads. */
export function signer(address: Address): LedgerAccountMeta {
  return { address, signer: true, writable: false };
}
/** An account that signs, and that an instruction writes. */
export function payer(address: Address): LedgerAccountMeta {
  return { address, signer: true, writable: true };
}
