import { BoundedMap } from '@oracle-gateway/protocol/internal';

import type { ToolList, ToolSource } from './asked-source.js';

/** Terms of a round that this process asked for. Without it, its result cannot be verified later. */
export interface RememberedRound {
  readonly asked: ToolSource | ToolList;
  readonly owner: string;
  /** Unix milliseconds. */
  readonly askedAtMs: number;
}

const MAX_ROUNDS = 1_024;

export type AskedRounds = BoundedMap<string, RememberedRound>;

export function createAskedRounds(): AskedRounds {
  return new BoundedMap(MAX_ROUNDS);
}
