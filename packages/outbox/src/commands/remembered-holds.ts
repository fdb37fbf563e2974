import type { RoundId } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import type { KeptHold } from '../records/hold.js';

/**
 * Holds of the rounds that this process has reserved and not ended yet, so that it ends them without reading the record first. Forgetting
 * one costs a round trip: the script compares what it is told with what the record holds.
 */
export class RememberedHolds {
  readonly #holds: BoundedMap<RoundId, readonly KeptHold[]>;

  constructor(maxRounds: number) {
    this.#holds = new BoundedMap(maxRounds);
  }

  remember(roundId: RoundId, holds: readonly KeptHold[]): void {
    this.#holds.set(roundId, holds);
  }

  /** Empty when it was never remembered, or no longer. */
  get(roundId: RoundId): readonly KeptHold[] {
    return this.#holds.get(roundId) ?? [];
  }

  forget(roundId: RoundId): void {
    this.#holds.delete(roundId);
  }
}
