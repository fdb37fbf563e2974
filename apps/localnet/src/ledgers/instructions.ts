import { sha256 } from '@noble/hashes/sha2.js';
import { type LedgerAccountMeta, type LedgerInstruction, UPGRADEABLE_LOADER } from '@oracle-gateway/ledger';
import { findProgramAddress, parseAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';

// Instructions of the standard programs that a world needs on a foreign ledger.

const SYSTEM_PROGRAM = parseAddress('11111111111111111111111111111111');
const RENT_SYSVAR = parseAddress('SysvarRent111111111111111111111111111111111');
const CLOCK_SYSVAR = parseAddress('SysvarC1ock11111111111111111111111111111111');

function account(address: Address, use: '' | 's' | 'w' | 'sw'): LedgerAccountMeta {
  return { address, signer: use.includes('s'), writable: use.includes('w') };
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

function data(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

export function transfer(i: { readonly from: Address; readonly to: Address; readonly lamports: bigint }): LedgerInstruction {
  return { programId: SYSTEM_PROGRAM, accounts: [account(i.from, 'sw'), account(i.to, 'w')], data: data(u32(2), u64(i.lamports)) };
}

/** The address where `base` can create an account without another key (`CreateAccountWithSeed`). */
export function seededAddress(i: { readonly base: Address; readonly seed: string; readonly owner: Address }): Address {
  return toAddress(sha256(data(i.base, new TextEncoder().encode(i.seed), i.owner)));
}

export interface SeededAccount {
  readonly base: Address;
  readonly seed: string;
  readonly owner: Address;
  readonly lamports: bigint;
  readonly bytes: number;
}

export function createSeededAccount(i: SeededAccount): LedgerInstruction {
  const seed = new TextEncoder().encode(i.seed);
  return {
    programId: SYSTEM_PROGRAM,
    accounts: [account(i.base, 'sw'), account(seededAddress(i), 'w')],
    data: data(u32(3), i.base, u64(BigInt(seed.length)), seed, u64(i.lamports), u64(BigInt(i.bytes)), i.owner),
  };
}

export function initialiseMint(i: { readonly mint: Address; readonly authority: Address; readonly decimals: number }): LedgerInstruction {
  return {
    programId: TOKEN_PROGRAM_ID,
    accounts: [account(i.mint, 'w')],
    data: data(Uint8Array.of(20, i.decimals), i.authority, Uint8Array.of(0)),
  };
}

export interface MintTo {
  readonly mint: Address;
  readonly tokenAccount: Address;
  readonly authority: Address;
  readonly amountAtomic: bigint;
}

export function mintTo(i: MintTo): LedgerInstruction {
  return {
    programId: TOKEN_PROGRAM_ID,
    accounts: [account(i.mint, 'w'), account(i.tokenAccount, 'w'), account(i.authority, 's')],
    data: data(Uint8Array.of(7), u64(i.amountAtomic)),
  };
}

export function initialiseBuffer(i: { readonly buffer: Address; readonly authority: Address }): LedgerInstruction {
  return { programId: UPGRADEABLE_LOADER, accounts: [account(i.buffer, 'w'), account(i.authority, '')], data: u32(0) };
}

export interface WriteBuffer {
  readonly buffer: Address;
  readonly authority: Address;
  readonly offset: number;
  readonly chunk: Uint8Array;
}

export function writeBuffer(i: WriteBuffer): LedgerInstruction {
  return {
    programId: UPGRADEABLE_LOADER,
    accounts: [account(i.buffer, 'w'), account(i.authority, 's')],
    data: data(u32(1), u32(i.offset), u64(BigInt(i.chunk.length)), i.chunk),
  };
}

export function programDataAddress(programId: Address): Address {
  return findProgramAddress([programId], UPGRADEABLE_LOADER).address;
}

export interface DeployBuffer {
  readonly authority: Address;
  readonly programId: Address;
  readonly buffer: Address;
  readonly maxBytes: number;
}

export function deployBuffer(i: DeployBuffer): LedgerInstruction {
  return {
    programId: UPGRADEABLE_LOADER,
    accounts: [
      account(i.authority, 'sw'),
      account(programDataAddress(i.programId), 'w'),
      account(i.programId, 'w'),
      account(i.buffer, 'w'),
      account(RENT_SYSVAR, ''),
      account(CLOCK_SYSVAR, ''),
      account(SYSTEM_PROGRAM, ''),
      account(i.authority, 's'),
    ],
    data: data(u32(2), u64(BigInt(i.maxBytes))),
  };
}
