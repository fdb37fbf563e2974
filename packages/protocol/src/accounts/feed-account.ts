import { requireRule } from './account-body.js';
import { decodeFeedBody, type FeedBody } from './accounts.generated.js';

/** Encoding of a value: `uint256` × 10^18, or `int256` × 10^decimals. */
export type FeedMode = 'exact' | 'tolerance';

/** The latest attested value of a feed. Any account may submit it. A stamp `observedAtMs` of 0 means that it has no value yet. */
export interface FeedAccount extends Omit<FeedBody, 'mode' | 'decimals'> {
  /** Null until a transaction has shown the ApiConfig of the source. A reader that needs the scale of the value refuses such a feed. */
  readonly mode: FeedMode | null;
  /** Decimal places of `value`; null together with `mode`. */
  readonly decimals: number | null;
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
