import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

/** How a value is packed: `uint256` × 10^18, or `int256` × 10^decimals. */
export type FeedMode = 'exact' | 'tolerance';

/** The latest attested value of a feed. Any account may submit it. */
export interface FeedAccount {
  /** Null until a transaction has shown the ApiConfig of the source. A reader that needs the scale of the value refuses such a feed. */
  readonly mode: FeedMode | null;
  /** Decimal places of `value`; null together with `mode`. */
  readonly decimals: number | null;
  /** Number of nodes that signed `value`. */
  readonly signaturesRequired: number;
  /** 32 bytes. */
  readonly feedId: Uint8Array;
  /** Whose feed it is; null for the pay-per-request path's. */
  readonly owner: Address | null;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  /** 32 bytes BE. */
  readonly value: Uint8Array;
  /** Unix milliseconds that the attestation names. */
  readonly timestampMs: bigint;
  /** Registry version whose nodes signed. */
  readonly registryVersion: bigint;
  /** Slot in which it was written. */
  readonly slot: bigint;
}

const MODES: readonly (FeedMode | null)[] = [null, 'exact', 'tolerance'];
const MAX_DECIMALS = 36;

/** @throws AccountDecodeError */
export function decodeFeed(data: Uint8Array): FeedAccount {
  const account = AccountReader.open('Feed', data, 'SVC_FED1');
  account.requireLength(168);
  const [mode, decimals] = [MODES[account.u8(9)], account.u8(10)];
  account.require(mode !== undefined, 'must have a mode of 0, 1 or 2');
  account.require(decimals <= MAX_DECIMALS, `must have at most ${MAX_DECIMALS} decimals`);
  return {
    mode: mode ?? null,
    decimals: mode === null ? null : decimals,
    signaturesRequired: account.u8(11),
    feedId: account.bytes(16, 32),
    owner: account.optionalAddress(48),
    sourceId: account.bytes(80, 32),
    value: account.bytes(112, 32),
    timestampMs: account.u64(144),
    registryVersion: account.u64(152),
    slot: account.u64(160),
  };
}
