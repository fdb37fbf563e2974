/** Parts of the builders beside this file. They follow the table of docs/protocol.md by hand, independently of the generated ones. */
import { TransactionInstruction, type AccountMeta, type PublicKey } from '@solana/web3.js';

import { concat, u8 } from '../bytes.js';

function meta(isSigner: boolean, isWritable: boolean) {
  return (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner, isWritable });
}
export const payer = meta(true, true);
export const signer = meta(true, false);
export const writable = meta(false, true);
export const readonly = meta(false, false);

export function instruction(programId: PublicKey, tag: number, data: readonly Uint8Array[], keys: AccountMeta[]): TransactionInstruction {
  return new TransactionInstruction({ programId, keys, data: Buffer.from(concat(u8(tag), ...data)) });
}

/** The same instruction with one account replaced. */
export function withAccount(original: TransactionInstruction, position: number, changes: Partial<AccountMeta>): TransactionInstruction {
  const keys = original.keys.map((key, index) => (index === position ? { ...key, ...changes } : key));
  return new TransactionInstruction({ programId: original.programId, keys, data: original.data });
}

/** The same instruction with other data. */
export function withData(original: TransactionInstruction, data: Uint8Array): TransactionInstruction {
  return new TransactionInstruction({ programId: original.programId, keys: original.keys, data: Buffer.from(data) });
}
