/** The few instructions of the SPL token programs that the tests need. */
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';

import { concat, u64, u8 } from './bytes.js';

export const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const MINT_LENGTH = 82;
export const TOKEN_ACCOUNT_LENGTH = 165;

export function associatedTokenAddress(owner: PublicKey, mint: PublicKey): PublicKey {
  const seeds = [owner.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes()];
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0];
}

/** InitializeMint2, six decimals. */
export function initialiseMint(mint: PublicKey, authority: PublicKey): TransactionInstruction {
  const data = Buffer.from(concat(u8(20), u8(6), authority.toBytes(), u8(0)));
  return new TransactionInstruction({ programId: TOKEN_PROGRAM, keys: [{ pubkey: mint, isSigner: false, isWritable: true }], data });
}

/** InitializeAccount3: a token account at an ordinary address. */
export function initialiseTokenAccount(account: PublicKey, mint: PublicKey, owner: PublicKey): TransactionInstruction {
  const keys = [
    { pubkey: account, isSigner: false, isWritable: true },
    { pubkey: mint, isSigner: false, isWritable: false },
  ];
  return new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.from(concat(u8(18), owner.toBytes())) });
}

export function createAssociatedTokenAccount(payer: PublicKey, owner: PublicKey, mint: PublicKey): TransactionInstruction {
  const keys = [
    { pubkey: payer, isSigner: true, isWritable: true },
    { pubkey: associatedTokenAddress(owner, mint), isSigner: false, isWritable: true },
    { pubkey: owner, isSigner: false, isWritable: false },
    { pubkey: mint, isSigner: false, isWritable: false },
    { pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
    { pubkey: TOKEN_PROGRAM, isSigner: false, isWritable: false },
  ];
  return new TransactionInstruction({ programId: ASSOCIATED_TOKEN_PROGRAM, keys, data: Buffer.alloc(0) });
}

export function mintTo(mint: PublicKey, account: PublicKey, authority: PublicKey, amount: bigint): TransactionInstruction {
  const keys = [
    { pubkey: mint, isSigner: false, isWritable: true },
    { pubkey: account, isSigner: false, isWritable: true },
    { pubkey: authority, isSigner: true, isWritable: false },
  ];
  return new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.from(concat(u8(7), u64(amount))) });
}

/** Approve: `delegate` may move up to `amount` out of `account`. */
export function approve(account: PublicKey, delegate: PublicKey, owner: PublicKey, amount: bigint): TransactionInstruction {
  const keys = [
    { pubkey: account, isSigner: false, isWritable: true },
    { pubkey: delegate, isSigner: false, isWritable: false },
    { pubkey: owner, isSigner: true, isWritable: false },
  ];
  return new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.from(concat(u8(4), u64(amount))) });
}

/** The balance in a token account's data. */
export function tokenAmount(data: Uint8Array): bigint {
  return Buffer.from(data).readBigUInt64LE(64);
}
