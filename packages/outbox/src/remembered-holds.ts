import type { RoundId } from '@oracle-gateway/protocol';
import type { KeptHold } from './hold.js';

/**
 * What this process has reserved and not ended yet, so that ending it needs no look at the record first. Forgetting one costs a round trip:
 * the script compares what it is told with what the record holds.
 */
export class RememberedHolds {
  private readonly holds = new Map<RoundId, readonly KeptHold[]>();

  constructor(private readonly maxRounds: number) {}

  remember(roundId: RoundId, holds: readonly KeptHold[]): void {
    this.holds.set(roundId, holds);
    if (this.holds.size <= this.maxRounds) return;
    const [oldest] = this.holds.keys();
    if (oldest !== undefined) this.holds.delete(oldest);
  }

  /** Empty when it was never remembered, or no longer. */
  get(roundId: RoundId): readonly KeptHold[] {
    return this.holds.get(roundId) ?? [];
  }

  forget(roundId: RoundId): void {
    this.holds.delete(roundId);
  }
}
