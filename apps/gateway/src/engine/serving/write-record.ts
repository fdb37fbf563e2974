import { beforeAbort } from '@oracle-gateway/process';
import {
  CorruptRecordError,
  IllegalTransitionError,
  RoundPaymentError,
  SettlementPayloadError,
  StaleTokenError,
  UnknownRoundError,
} from '@oracle-gateway/outbox';
import { GatewayError } from '../../errors/gateway-error.js';
import type { RoundClock } from '../model/round-ports.js';
import type { RoundSignal } from './round-signal.js';

const REPEAT_AFTER_MS = 100;

/**
 * Writes to the outbox what becomes of a reservation, before its caller gets an answer. A command whose answer is lost is repeated until
 * the outbox says what became of it: it is idempotent by its token. Throws `reservation_ended` when nothing was recorded and nothing ever
 * will be; `outbox_unavailable` when the round's time is up before the outbox has answered; `client_gone` when the caller has left
 * meanwhile.
 */
export async function writeRecord(write: () => Promise<void>, ends: RoundSignal, { wait }: Pick<RoundClock, 'wait'>): Promise<void> {
  let cause: unknown;
  do {
    try {
      await beforeAbort(write(), ends.timeUp);
      return;
    } catch (error) {
      if (saysNothingIsRecorded(error)) throw new GatewayError('reservation_ended', { cause: error });
      if (canNeverSucceed(error)) throw error;
      cause = error;
    }
    await beforeAbort(wait(REPEAT_AFTER_MS), ends.timeUp).catch(() => undefined);
    if (!ends.timeUp.aborted) ends.signal.throwIfAborted();
  } while (!ends.timeUp.aborted);
  throw new GatewayError('outbox_unavailable', { cause });
}

/** The reservation has ended or was overtaken: this round is not recorded and never charged. */
function saysNothingIsRecorded(error: unknown): boolean {
  return error instanceof IllegalTransitionError || error instanceof StaleTokenError || error instanceof UnknownRoundError;
}

function canNeverSucceed(error: unknown): boolean {
  return error instanceof SettlementPayloadError || error instanceof RoundPaymentError || error instanceof CorruptRecordError;
}
