import { parseAddress, type Address } from './address.js';
import type { AccountUse, Instruction } from './signed-transaction.js';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from './token-layout.js';

export const SYSTEM_PROGRAM = parseAddress('11111111111111111111111111111111');
export const UPGRADEABLE_LOADER = parseAddress('BPFLoaderUpgradeab1e11111111111111111111111');
const MEMO_PROGRAM = parseAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const RENT_SYSVAR = parseAddress('SysvarRent111111111111111111111111111111111');
const CLOCK_SYSVAR = parseAddress('SysvarC1ock11111111111111111111111111111111');

function signerWritable(address: Address): AccountUse {
  return { address, signer: true, writable: true };
}
function signerReadonly(address: Address): AccountUse {
  return { address, signer: true, writable: false };
}
function writable(address: Address): AccountUse {
  return { address, signer: false, writable: true };
}
function readonly(address: Address): AccountUse {
  return { address, signer: false, writable: false };
}

export function memoInstruction(text: string): Instruction {
  return {
    programId: MEMO_PROGRAM,
    accounts: [],
    data: new TextEncoder().encode(text),
  };
}

export function transferInstruction(input: { from: Address; to: Address; lamports: bigint }): Instruction {
  return {
    programId: SYSTEM_PROGRAM,
    accounts: [signerWritable(input.from), writable(input.to)],
    data: bytes([u32(2), u64(input.lamports)]),
  };
}

export function createAccountInstruction(input: {
  payer: Address;
  account: Address;
  lamports: bigint;
  dataBytes: number;
  owner: Address;
}): Instruction {
  return {
    programId: SYSTEM_PROGRAM,
    accounts: [signerWritable(input.payer), signerWritable(input.account)],
    data: bytes([u32(0), u64(input.lamports), u64(BigInt(input.dataBytes)), input.owner]),
  };
}

export function initializeBufferInstruction(input: { buffer: Address; authority: Address }): Instruction {
  return { programId: UPGRADEABLE_LOADER, accounts: [writable(input.buffer), readonly(input.authority)], data: u32(0) };
}

export function writeBufferInstruction(input: { buffer: Address; authority: Address; offset: number; chunk: Uint8Array }): Instruction {
  return {
    programId: UPGRADEABLE_LOADER,
    accounts: [writable(input.buffer), signerReadonly(input.authority)],
    data: bytes([u32(1), u32(input.offset), u64(BigInt(input.chunk.length)), input.chunk]),
  };
}

export function deployProgramInstruction(input: {
  payer: Address;
  programData: Address;
  program: Address;
  buffer: Address;
  authority: Address;
  maxDataBytes: number;
}): Instruction {
  return {
    programId: UPGRADEABLE_LOADER,
    accounts: [
      signerWritable(input.payer),
      writable(input.programData),
      writable(input.program),
      writable(input.buffer),
      readonly(RENT_SYSVAR),
      readonly(CLOCK_SYSVAR),
      readonly(SYSTEM_PROGRAM),
      signerReadonly(input.authority),
    ],
    data: bytes([u32(2), u64(BigInt(input.maxDataBytes))]),
  };
}

/** Creates the associated token account unless it exists ("create idempotent"). */
export function createTokenAccountInstruction(input: {
  payer: Address;
  tokenAccount: Address;
  owner: Address;
  mint: Address;
}): Instruction {
  return {
    programId: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      signerWritable(input.payer),
      writable(input.tokenAccount),
      readonly(input.owner),
      readonly(input.mint),
      readonly(SYSTEM_PROGRAM),
      readonly(TOKEN_PROGRAM),
    ],
    data: Uint8Array.of(1),
  };
}

export function mintToInstruction(input: { mint: Address; tokenAccount: Address; authority: Address; amountAtomic: bigint }): Instruction {
  return {
    programId: TOKEN_PROGRAM,
    accounts: [writable(input.mint), writable(input.tokenAccount), signerReadonly(input.authority)],
    data: bytes([Uint8Array.of(7), u64(input.amountAtomic)]),
  };
}

function bytes(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function u32(value: number): Uint8Array {
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, value, true);
  return out;
}

function u64(value: bigint): Uint8Array {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, value, true);
  return out;
}
