import type { ApiConfig } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol';

/** Terms of a round that this process asked for. Without it, its result cannot be verified later. */
export interface RememberedRound {
  readonly source: ApiConfig;
  readonly quorum: number;
  readonly owner: string;
  /** Unix milliseconds. */
  readonly askedAtMs: number;
}

const MAX_ROUNDS = 1_024;

export type AskedRounds = BoundedMap<string, RememberedRound>;

export function createAskedRounds(): AskedRounds {
  return new BoundedMap(MAX_ROUNDS);
}
