import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import type { Outbox, SettlementPayload, SettlementQueue } from '@oracle-gateway/outbox';
import { type Address, toHex } from '@oracle-gateway/protocol';
import type { ChargedRound } from './charged-round.js';
import type { PathPolicy, RoundService, RoundEngine, ServedRound } from '../engine/index.js';
import { answeredList } from '../answers/answered-list.js';
import type { RoundOnRecord } from '../answers/round-on-record.js';
import { feedList, readersText, roundEvidence, tellValue, withFlatValues, writeStoredAnswer } from '../answers/stored-answer.js';
import type { SettlementFeeBalance } from './settlement-fee-balance.js';
import type { Events } from '../telemetry/events.js';

export interface ChargeRoundDeps {
  readonly outbox: Pick<Outbox, 'commit'>;
  /** `null` when settlement is switched off: rounds are then held until an operator releases them. */
  readonly queue: SettlementQueue | null;
  /** Shows the values of a round that is on record, and never throws; null: no party shows any. */
  readonly showAnswered: ((answered: RoundOnRecord) => void) | null;
  readonly events: Events;
  /** The Gateway account. */
  readonly gateway: Address;
}

/** Serves the charged rounds of the path with this policy, and has the fee balance hold what their settlement costs. */
export type ServeCharged = <Round extends ChargedRound>(policy: PathPolicy<Round>) => RoundService<Round, FlatRoundResult>;

/**
 * Concludes a round that the ledger charges later: the record is durable before the caller gets an answer; a caller who has left by then is
 * not charged.
 */
export function createChargeRound(deps: ChargeRoundDeps): (served: ServedRound<ChargedRound>) => Promise<FlatRoundResult> {
  return async (served) => {
    const { round, token } = served;
    const { roundId, requestId } = round;
    const list = answeredList(served);
    const result = withFlatValues(flatResult(served), list);
    const stored = writeStoredAnswer({ result, list, evidence: roundEvidence(served, deps), readers: readersText(round) });
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
    deps.showAnswered?.({ roundId, requestId, feedOwner: round.feedOwner, isPrivate: round.readers !== undefined, result, list });
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
    timestampSeconds: round.timestampSeconds,
    form: attestation.form,
    observedAtMs: attestation.observedAtMs,
    registryVersion: attestation.registryVersion,
    registryCount: round.registry.keys.length,
    s: attestation.s,
    commitment: attestation.commitment,
    aggregateKey,
    signersBitmap: attestation.signersBitmap,
  };
}

/** The flat result of the subscription and agent paths (docs/api.md#post-v1roundexecute). */
function flatResult({ round, signed }: ServedRound<ChargedRound>): FlatRoundResult {
  const { attestation, rx, ryParity } = signed;
  return {
    status: 'completed',
    data: {
      feedId: toHex(attestation.feedId),
      value: tellValue(attestation.value, round.subject),
      valuePacked: toHex(attestation.value),
      timestamp: round.timestampSeconds,
      observedAt: attestation.observedAtMs,
      registryVersion: Number(attestation.registryVersion),
      signaturesRequired: attestation.signaturesRequired,
      configHash: toHex(attestation.sourceId),
      signersBitmap: toHex(attestation.signersBitmap),
      s: toHex(attestation.s),
      rx: toHex(rx),
      ryParity,
      commitmentAddr: toHex(attestation.commitment),
      fresh: true,
    },
  };
}
