import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import type { Address } from '@oracle-gateway/protocol';
import type { AnsweredList } from './answered-list.js';

/** A round whose flat result is on record, for parties that show its values. */
export interface RoundOnRecord {
  readonly roundId: string;
  readonly requestId: string | undefined;
  readonly feedOwner: Address;
  /** Its result is for its requester alone. */
  readonly isPrivate: boolean;
  readonly result: FlatRoundResult;
  readonly list: AnsweredList | null;
}
