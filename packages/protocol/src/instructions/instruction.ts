import type { Address } from '../address.js';

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

export function readonly(address: Address): LedgerAccountMeta {
  return { address, signer: false, writable: false };
}
export function writable(address: Address): LedgerAccountMeta {
  return { address, signer: false, writable: true };
}
export function signer(address: Address): LedgerAccountMeta {
  return { address, signer: true, writable: false };
}
export function payer(address: Address): LedgerAccountMeta {
  return { address, signer: true, writable: true };
}
