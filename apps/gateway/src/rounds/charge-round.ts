import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import type { Outbox, SettlementQueue } from '@oracle-gateway/outbox';
import { type Address, toHex } from '@oracle-gateway/protocol';
import type { ChargedRound } from './model/admitted-round.js';
import { readersText } from './model/round-readers.js';
import { feedList } from './feed-list.js';
import { flatResult } from './flat-result.js';
import { roundEvidence } from './round-evidence.js';
import type { PathPolicy } from './model/path-policy.js';
import type { ConcludeRound, RoundService } from './round-service.js';
import { settlementPayload } from './settlement-payload.js';
import type { Events } from '../telemetry/events.js';
import { writeStoredAnswer } from './stored-answer.js';
import { writeRecord, type WriteRecordDeps } from './write-record.js';

export interface ChargeRoundDeps extends WriteRecordDeps {
  readonly outbox: Pick<Outbox, 'commit'>;
  /** `null` when settlement is switched off: rounds are then held until an operator releases them. */
  readonly queue: Pick<SettlementQueue, 'wake'> | null;
  readonly events: Pick<Events, 'outboxTrouble'>;
  /** The Gateway account. */
  readonly gateway: Address;
}

/** Serves the charged rounds of the path with this policy. */
export type ServeCharged = <Round extends ChargedRound>(policy: PathPolicy<Round>) => RoundService<Round, FlatRoundResult>;

/**
 * Concludes a round that the ledger charges later: the record is durable before the caller gets an answer; a caller who has left by then is
 * not charged (protocol §9).
 */
export function createChargeRound(deps: ChargeRoundDeps): ConcludeRound<ChargedRound, FlatRoundResult> {
  return async ({ round, session, signed, token, ends }) => {
    const { roundId, requestId } = round;
    const result = flatResult(round, signed);
    const stored = writeStoredAnswer({ result, evidence: roundEvidence(session, signed, deps), readers: readersText(round) });
    ends.signal.throwIfAborted();
    const record = {
      roundId,
      token,
      settlement: settlementPayload(round, signed),
      result: stored,
      listedUnder: feedList(toHex(round.feedId)),
      ...(deps.queue === null ? { held: true as const } : {}),
    };
    await writeRecord(() => deps.outbox.commit(record), ends, deps);
    // Not awaited: a wake-up that is lost is found by the worker's sweep.
    void deps.queue?.wake(roundId, (cause) => deps.events.outboxTrouble({ roundId, requestId, action: 'wake', cause }));
    return result;
  };
}
