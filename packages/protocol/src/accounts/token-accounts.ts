import { type Address, toAddress } from '../address.js';
import { equalBytes } from '../equal-bytes.js';
import { TOKEN_PROGRAM_ID } from './addresses.js';

/** An account of the ledger, as far as it says what it holds. */
interface OwnedData {
  /** Program that owns the account. */
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** Length of a token account's data (SPL token, `state.rs`). */
export const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** Offset of a token account's state, and its value while the account is frozen. */
const STATE_OFFSET = 108;
const FROZEN = 2;

/** Holding of a token account, in atomic units of its mint. */
export interface TokenHolding {
  readonly mint: Address;
  readonly owner: Address;
  readonly amountAtomic: bigint;
  /** The mint's freeze authority has frozen the account: no tokens move in or out. */
  readonly isFrozen: boolean;
}

/** Decimals, supply in atomic units and authority of a mint. */
export interface MintTerms {
  readonly decimals: number;
  readonly supplyAtomic: bigint;
  /** Key that may mint; null when minting has ended. */
  readonly authority: Address | null;
}

function ofTokenProgram({ owner, data }: OwnedData, bytes: number, stateOffset: number): DataView | null {
  if (!equalBytes(owner, TOKEN_PROGRAM_ID) || data.length !== bytes || data[stateOffset] === 0) return null;
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** Null unless the account is an initialised token account of the SPL token program. */
export function readTokenHolding(account: OwnedData): TokenHolding | null {
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
export function readTokenHoldingOf(account: OwnedData, expected: { readonly owner: Address; readonly mint: Address }): TokenHolding | null {
  const holding = readTokenHolding(account);
  return holding !== null && equalBytes(holding.mint, expected.mint) && equalBytes(holding.owner, expected.owner) ? holding : null;
}

/** Null unless the account is an initialised mint of the SPL token program. */
export function readMint(account: OwnedData): MintTerms | null {
  const view = ofTokenProgram(account, MINT_BYTES, 45);
  if (view === null) return null;
  const authority = view.getUint32(0, true) === 1 ? toAddress(account.data.subarray(4, 36)) : null;
  return { decimals: view.getUint8(44), supplyAtomic: view.getBigUint64(36, true), authority };
}
