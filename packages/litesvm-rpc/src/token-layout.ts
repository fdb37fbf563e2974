import { parseAddress, sameAddress, toAddress, type Address } from './address.js';
import type { LedgerAccount } from './svm.js';

export const TOKEN_PROGRAM = parseAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = parseAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM = parseAddress('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const TOKEN_PROGRAMS: readonly Address[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];

export const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
/** Mints and accounts with Token-2022 extensions are longer than a token account. The byte at that offset gives the kind. */
const KIND_MINT = 1;
const KIND_TOKEN_ACCOUNT = 2;
/** A multisig has no kind byte; its length identifies it. */
const MULTISIG_BYTES = 355;

export interface Mint {
  readonly authority: Address | null;
  readonly supply: bigint;
  readonly decimals: number;
  readonly freezeAuthority: Address | null;
}

export interface TokenAccount {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly delegate: Address | null;
  readonly delegatedAmount: bigint;
  readonly state: 'initialized' | 'frozen';
  readonly nativeReserve: bigint | null;
  readonly closeAuthority: Address | null;
}

/** Null unless the account is an initialised mint of either token program. */
export function readMint({ owner, data }: LedgerAccount): Mint | null {
  const plain = data.length === MINT_BYTES || isExtended(data, KIND_MINT);
  if (!isTokenProgram(owner) || !plain || data[45] !== 1) return null;
  return {
    authority: optionalAddress(data, 0),
    supply: u64(data, 36),
    decimals: data[44] ?? 0,
    freezeAuthority: optionalAddress(data, 46),
  };
}

/** Null unless the account is an initialised token account of either token program. */
export function readTokenAccount({ owner, data }: LedgerAccount): TokenAccount | null {
  const plain = data.length === TOKEN_ACCOUNT_BYTES || isExtended(data, KIND_TOKEN_ACCOUNT);
  const state = data[108];
  if (!isTokenProgram(owner) || !plain || (state !== 1 && state !== 2)) return null;
  return {
    mint: toAddress(data.slice(0, 32)),
    owner: toAddress(data.slice(32, 64)),
    amount: u64(data, 64),
    delegate: optionalAddress(data, 72),
    state: state === 2 ? 'frozen' : 'initialized',
    nativeReserve: data[109] === 1 ? u64(data, 113) : null,
    delegatedAmount: u64(data, 121),
    closeAuthority: optionalAddress(data, 129),
  };
}

/** The data of an initialised mint without a freeze authority. */
export function mintData(mint: { authority: Address; decimals: number }): Uint8Array {
  const data = new Uint8Array(MINT_BYTES);
  data[0] = 1;
  data.set(mint.authority, 4);
  data[44] = mint.decimals;
  data[45] = 1;
  return data;
}

export function isTokenProgram(owner: Address): boolean {
  return TOKEN_PROGRAMS.some((program) => sameAddress(program, owner));
}

function isExtended(data: Uint8Array, kind: number): boolean {
  return data.length !== MULTISIG_BYTES && data[TOKEN_ACCOUNT_BYTES] === kind;
}

function u64(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset + offset, 8).getBigUint64(0, true);
}

/** A C option: four bytes of 0 or 1, then the address. */
function optionalAddress(data: Uint8Array, offset: number): Address | null {
  return data[offset] === 1 ? toAddress(data.slice(offset + 4, offset + 36)) : null;
}
