import type { Address, FeedId, SourceId } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { FeedRule } from './decide.js';

/** One feed that is kept fresh. */
export interface KeptFeed {
  /** The operator's name of it. */
  readonly name: string;
  /** Name of the account that pays for its rounds. */
  readonly account: string;
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  readonly feedOwner: Address;
  /** A source or an index. */
  readonly subject: Subject;
  /** Names of the targets that keep it, one at least. */
  readonly targets: readonly string[];
  /** Whether one of them takes no value of a list, so that the feed is bought alone. */
  readonly isAlone: boolean;
  readonly quorum: number;
  readonly rule: FeedRule;
  /** Milliseconds between two checks. */
  readonly checkIntervalMs: number;
  /** Sum that the rounds of a day (UTC) may cost, in the unit of the account; null: no limit. */
  readonly maxPerDay: bigint | null;
}
