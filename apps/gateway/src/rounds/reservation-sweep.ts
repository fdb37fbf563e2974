import type { Outbox } from '@oracle-gateway/outbox';
import type { Events } from '../events.js';

const INTERVAL_MS = 5_000;
const BATCH = 100;

/**
 * Ends reservations whose time is over: those of a gateway process that died in the middle of a round. Their quota is free again, their
 * identity stays used. Any process of the keypair may do it, and several may at once.
 */
export function startReservationSweep(deps: {
  readonly outbox: Pick<Outbox, 'expireReservations'>;
  readonly events: Pick<Events, 'sweepFailed'>;
}): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const sweep = async (): Promise<void> => {
    try {
      await deps.outbox.expireReservations({ limit: BATCH });
    } catch (error) {
      deps.events.sweepFailed(error);
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    running ??= sweep();
  }, INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
