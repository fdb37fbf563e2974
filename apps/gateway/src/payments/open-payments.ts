import type { Outbox } from '@oracle-gateway/outbox';
import { type ProcessClock, repeat } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import type { RoundEngine } from '../engine/index.js';
import type { WithHistory } from '../ledger/with-history.js';
import type { Events } from '../telemetry/events.js';
import { createServePaid, type ServePaid } from './conclude-paid-round.js';
import { createPaymentSearch } from './find-payment.js';
import { createPaymentSweep } from './payment-sweep.js';

export interface OpenPaymentsDeps {
  readonly engine: RoundEngine;
  readonly outbox: Outbox;
  readonly withHistory: WithHistory;
  readonly events: Events;
  readonly clock: ProcessClock;
  /** The Gateway account. */
  readonly gateway: Address;
  /** Names this process in round records. */
  readonly processName: string;
}

/** The payments of a running process. */
export interface OpenPayments {
  readonly servePaid: ServePaid;
  /** Ends the sweep. */
  stop(): Promise<void>;
}

const SWEEP_INTERVAL_MS = 5_000;

/** Serves rounds that are paid for, and finds out in the background what became of payments without a known outcome. */
export function openPayments({ engine, outbox, withHistory, events, clock, gateway, processName }: OpenPaymentsDeps): OpenPayments {
  const { nowMs, wait } = clock;
  const findPayment = createPaymentSearch({ withHistory, nowMs });
  const sweep = repeat(createPaymentSweep({ outbox, findPayment, events, processName, wait }), {
    intervalMs: SWEEP_INTERVAL_MS,
    startsLater: true,
    onError: (error) => events.sweepFailed(error),
  });
  return {
    servePaid: createServePaid(engine, { outbox, findPayment, events, gateway, wait, shutdown: engine.ending }),
    stop: () => sweep.stop(),
  };
}
