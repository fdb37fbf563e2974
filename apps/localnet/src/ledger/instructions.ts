import { parseAddress, type Address } from '@oracle-gateway/protocol';
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

export function transferInstruction(i: { from: Address; to: Address; lamports: bigint }): Instruction {
  return {
    programId: SYSTEM_PROGRAM,
    accounts: [signerWritable(i.from), writable(i.to)],
    data: bytes([u32(2), u64(i.lamports)]),
  };
}

export function createAccountInstruction(i: {
  payer: Address;
  account: Address;
  lamports: bigint;
  dataBytes: number;
  owner: Address;
}): Instruction {
  return {
    programId: SYSTEM_PROGRAM,
    accounts: [signerWritable(i.payer), signerWritable(i.account)],
    data: bytes([u32(0), u64(i.lamports), u64(BigInt(i.dataBytes)), i.owner]),
  };
}

export function initializeBufferInstruction(i: { buffer: Address; authority: Address }): Instruction {
  return { programId: UPGRADEABLE_LOADER, accounts: [writable(i.buffer), readonly(i.authority)], data: u32(0) };
}

export function writeBufferInstruction(i: { buffer: Address; authority: Address; offset: number; chunk: Uint8Array }): Instruction {
  return {
    programId: UPGRADEABLE_LOADER,
    accounts: [writable(i.buffer), signerReadonly(i.authority)],
    data: bytes([u32(1), u32(i.offset), u64(BigInt(i.chunk.length)), i.chunk]),
  };
}

export function deployProgramInstruction(i: {
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
      signerWritable(i.payer),
      writable(i.programData),
      writable(i.program),
      writable(i.buffer),
      readonly(RENT_SYSVAR),
      readonly(CLOCK_SYSVAR),
      readonly(SYSTEM_PROGRAM),
      signerReadonly(i.authority),
    ],
    data: bytes([u32(2), u64(BigInt(i.maxDataBytes))]),
  };
}

/** Creates the associated token account unless it exists ("create idempotent"). */
export function createTokenAccountInstruction(i: { payer: Address; tokenAccount: Address; owner: Address; mint: Address }): Instruction {
  return {
    programId: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      signerWritable(i.payer),
      writable(i.tokenAccount),
      readonly(i.owner),
      readonly(i.mint),
      readonly(SYSTEM_PROGRAM),
      readonly(TOKEN_PROGRAM),
    ],
    data: Uint8Array.of(1),
  };
}

export function mintToInstruction(i: { mint: Address; tokenAccount: Address; authority: Address; amountAtomic: bigint }): Instruction {
  return {
    programId: TOKEN_PROGRAM,
    accounts: [writable(i.mint), writable(i.tokenAccount), signerReadonly(i.authority)],
    data: bytes([Uint8Array.of(7), u64(i.amountAtomic)]),
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
