import { repeat } from '@oracle-gateway/process';
import { FeePayers, type FeePayerSource } from '@oracle-gateway/x402';
import type { FacilitatorEvents } from '../telemetry/events.js';

/** Interval of the check whether the facilitator must be asked. */
const TICK_MS = 1_000;
/** Interval of its questions once it has answered. */
const REFRESH_MS = 60_000;
/** Interval after a question without an answer. */
const RETRY_MS = 15_000;

/** The fee payers that terms may name, kept new. */
export interface FeePayerWatch {
  /** The one that is offered, then the others that are good; empty until the facilitator has answered once. */
  readonly accepted: () => readonly string[];
  stop(): void;
}

/** Asks the facilitator at once, then every minute, sooner after a failure, and every second until it has answered for the first time. */
export async function startFeePayerWatch(deps: {
  readonly facilitator: FeePayerSource;
  readonly events: FacilitatorEvents;
  readonly monotonicMs: () => number;
}): Promise<FeePayerWatch> {
  const feePayers = new FeePayers(deps.facilitator);
  let [askedAtMs, pauseMs] = [0, 0];
  const askIfDue = async (): Promise<void> => {
    const nowMs = deps.monotonicMs();
    if (feePayers.offered !== null && nowMs - askedAtMs < pauseMs) return;
    [askedAtMs, pauseMs] = [nowMs, feePayers.offered === null ? 0 : RETRY_MS];
    await feePayers.refresh();
    pauseMs = REFRESH_MS;
    deps.events.facilitatorAnswered();
  };
  const asking = repeat(askIfDue, {
    intervalMs: TICK_MS,
    onError(cause) {
      deps.events.facilitatorTrouble('supported', cause instanceof Error ? cause.message : 'unknown failure');
    },
  });
  await asking.first;
  return { accepted: () => feePayers.accepted, stop: () => void asking.stop() };
}
