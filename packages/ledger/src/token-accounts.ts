import { encodeStruct, equalBytes, toAddress, type Address } from '@oracle-gateway/protocol';
import { ASSOCIATED_TOKEN_PROGRAM_ID, associatedTokenAddress } from '@oracle-gateway/protocol/accounts';

import type { StoredAccount } from './batch-reader.js';
import { payer, readonly, signer, writable, type LedgerInstruction } from './instruction.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './program-ids.js';

/** Length of a token account's data (SPL token, `state.rs`). */
export const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** `CreateIdempotent` of the associated token account program. */
const CREATE_IDEMPOTENT = 1;
/** Offset of a token account's state, and its value while the account is frozen. */
const STATE_OFFSET = 108;
const FROZEN = 2;
/** `Transfer` of the SPL token program. It needs no mint: both associated addresses fix it. */
const TRANSFER = 3;
const TRANSFER_DATA = { struct: { tag: 'u8', amountAtomic: 'u64' } } as const;

/** Holding of a token account, in atomic units of its mint. */
export interface TokenHolding {
  readonly mint: Address;
  readonly owner: Address;
  readonly amountAtomic: bigint;
  /** The mint's freeze authority has frozen the account: no tokens move in or out. */
  readonly isFrozen: boolean;
}

export interface MintTerms {
  readonly decimals: number;
  readonly supplyAtomic: bigint;
  /** Key that may mint; null when minting has ended. */
  readonly authority: Address | null;
}

export interface CreateTokenAccountInput {
  /** Signs and pays the rent. */
  readonly payer: Address;
  readonly owner: Address;
  readonly mint: Address;
}

/** Creates the owner's associated token account unless it exists. An instruction of the associated token account program. */
export function createAssociatedTokenAccount(input: CreateTokenAccountInput): LedgerInstruction {
  return {
    programId: ASSOCIATED_TOKEN_PROGRAM_ID,
    accounts: [
      payer(input.payer),
      writable(associatedTokenAddress(input.owner, input.mint)),
      readonly(input.owner),
      readonly(input.mint),
      readonly(SYSTEM_PROGRAM),
      readonly(TOKEN_PROGRAM),
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  };
}

export interface TransferTokensInput {
  /** Signs; the owner's associated token account pays. */
  readonly owner: Address;
  /** The recipient's associated token account, which must exist, receives. */
  readonly recipient: Address;
  readonly mint: Address;
  readonly amountAtomic: bigint;
}

/** Moves tokens between the associated token accounts of two owners. An instruction of the SPL token program. */
export function transferTokens({ owner, recipient, mint, amountAtomic }: TransferTokensInput): LedgerInstruction {
  return {
    programId: TOKEN_PROGRAM,
    accounts: [writable(associatedTokenAddress(owner, mint)), writable(associatedTokenAddress(recipient, mint)), signer(owner)],
    data: encodeStruct(TRANSFER_DATA, { tag: TRANSFER, amountAtomic }),
  };
}

function ofTokenProgram({ owner, data }: Pick<StoredAccount, 'owner' | 'data'>, bytes: number, stateOffset: number): DataView | null {
  const isOwned = owner.every((byte, index) => byte === TOKEN_PROGRAM[index]);
  if (!isOwned || data.length !== bytes || data[stateOffset] === 0) return null;
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** Null unless the account is an initialised token account of the SPL token program. */
export function readTokenHolding(account: Pick<StoredAccount, 'owner' | 'data'>): TokenHolding | null {
  const view = ofTokenProgram(account, TOKEN_ACCOUNT_BYTES, STATE_OFFSET);
  if (view === null) return null;
  const { data } = account;
  return {
    mint: toAddress(data.subarray(0, 32)),
    owner: toAddress(data.subarray(32, 64)),
    amountAtomic: view.getBigUint64(64, true),
    isFrozen: view.getUint8(STATE_OFFSET) === FROZEN,
  };
}

/** Reads the holding of a token account; null for one of another owner or mint. */
export function readTokenHoldingOf(
  account: Pick<StoredAccount, 'owner' | 'data'>,
  expected: { readonly owner: Address; readonly mint: Address },
): TokenHolding | null {
  const holding = readTokenHolding(account);
  return holding !== null && equalBytes(holding.mint, expected.mint) && equalBytes(holding.owner, expected.owner) ? holding : null;
}

/** Null unless the account is an initialised mint of the SPL token program. */
export function readMint(account: StoredAccount): MintTerms | null {
  const view = ofTokenProgram(account, MINT_BYTES, 45);
  if (view === null) return null;
  const authority = view.getUint32(0, true) === 1 ? toAddress(account.data.subarray(4, 36)) : null;
  return { decimals: view.getUint8(44), supplyAtomic: view.getBigUint64(36, true), authority };
}
