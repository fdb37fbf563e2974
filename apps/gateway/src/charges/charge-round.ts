import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import type { Outbox, SettlementPayload, SettlementQueue } from '@oracle-gateway/outbox';
import { type Address, toHex } from '@oracle-gateway/protocol';
import type { ChargedRound } from './charged-round.js';
import type { PathPolicy, PathService, RoundService, RoundEngine, ServedRound } from '../engine/index.js';
import { readersText, roundEvidence, writeStoredAnswer } from '../answers/stored-answer.js';
import { feedList } from '../answers/feed-list.js';
import { flatResult } from './flat-result.js';
import type { SettlementFeeBalance } from './settlement-fee-balance.js';
import type { Events } from '../telemetry/events.js';

export interface ChargeRoundDeps {
  readonly outbox: Pick<Outbox, 'commit'>;
  /** `null` when settlement is switched off: rounds are then held until an operator releases them. */
  readonly queue: SettlementQueue | null;
  readonly events: Events;
  /** The Gateway account. */
  readonly gateway: Address;
}

/** Serves the charged rounds of the path with this policy, and has the fee balance hold what their settlement costs. */
export type ServeCharged = <Round extends ChargedRound>(policy: PathPolicy<Round>) => RoundService<Round, FlatRoundResult>;

/**
 * Concludes a round that the ledger charges later: the record is durable before the caller gets an answer; a caller who has left by then is
 * not charged (protocol §9).
 */
export function createChargeRound(deps: ChargeRoundDeps): PathService<ChargedRound, FlatRoundResult>['conclude'] {
  return async (served) => {
    const { round, token } = served;
    const { roundId, requestId } = round;
    const result = flatResult(served);
    const stored = writeStoredAnswer({ result, evidence: roundEvidence(served, deps), readers: readersText(round) });
    served.signal.throwIfAborted();
    const record = {
      roundId,
      token,
      settlement: settlementPayload(served),
      result: stored,
      listedUnder: feedList(toHex(round.feedId)),
      ...(deps.queue === null ? { held: true as const } : {}),
    };
    await served.record(() => deps.outbox.commit(record));
    // Not awaited: a wake-up that is lost is found by the worker's sweep.
    void deps.queue?.wake(roundId, (cause) => deps.events.outboxTrouble({ roundId, requestId, action: 'wake', cause }));
    return result;
  };
}

export function createServeCharged(
  { engine, feeBalance }: { readonly engine: RoundEngine; readonly feeBalance: SettlementFeeBalance },
  deps: ChargeRoundDeps,
): ServeCharged {
  const conclude = createChargeRound(deps);
  return (policy) => {
    const serve = engine.serve({ policy: feeBalance.underwrite(policy), conclude });
    return async (round, asked) => serve(await feeBalance.charge(round), asked);
  };
}

/** Payload from which the settlement worker records the round on the ledger; it holds no ApiConfig. */
function settlementPayload({ round, signed }: ServedRound<ChargedRound>): SettlementPayload {
  const { attestation, message, aggregateKey } = signed;
  return {
    charge: round.charge,
    sourceId: attestation.sourceId,
    value: attestation.value,
    message,
    signaturesRequired: attestation.signaturesRequired,
    timestampSeconds: round.time.timestampSeconds,
    registryVersion: attestation.registryVersion,
    registryCount: round.registry.keys.length,
    s: attestation.s,
    commitment: attestation.commitment,
    aggregateKey,
    signersBitmap: attestation.signersBitmap,
  };
}
