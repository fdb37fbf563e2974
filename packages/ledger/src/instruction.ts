import type { Address } from '@oracle-gateway/protocol';

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

export const readonly = (address: Address): LedgerAccountMeta => ({ address, signer: false, writable: false });
export const writable = (address: Address): LedgerAccountMeta => ({ address, signer: false, writable: true });
export const signer = (address: Address): LedgerAccountMeta => ({ address, signer: true, writable: false });
export const payer = (address: Address): LedgerAccountMeta => ({ address, signer: true, writable: true });
