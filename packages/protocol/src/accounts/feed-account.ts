import type { Address } from '../address.js';
import { requireRule } from './account-body.js';
import { decodeFeedBody } from './accounts.generated.js';

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
  /** Owner of the feed; null on the pay-per-request path. */
  readonly owner: Address | null;
  /** 32 bytes. */
  readonly sourceId: Uint8Array;
  /** 32 bytes BE. */
  readonly value: Uint8Array;
  /** Unix milliseconds of the attestation. */
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
  const { mode: modeNumber, decimals, ...feed } = decodeFeedBody(data);
  const mode = MODES[modeNumber];
  requireRule('Feed', mode !== undefined, 'must have a mode of 0, 1 or 2');
  requireRule('Feed', decimals <= MAX_DECIMALS, `must have at most ${MAX_DECIMALS} decimals`);
  return { ...feed, mode: mode ?? null, decimals: mode === null ? null : decimals };
}
