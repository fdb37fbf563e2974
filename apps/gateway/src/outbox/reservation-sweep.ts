import type { Outbox } from '@oracle-gateway/outbox';

const BATCH = 100;

/**
 * Interval at which a reservation whose answer was lost is withdrawn, until the outbox answers: its caller may repeat the request by then.
 */
export const WITHDRAWAL_INTERVAL_MS = 1_000;

/**
 * Ends reservations whose time is over: those of a gateway process that died in the middle of a round. Their quota is free again, and
 * the same request may be served. Any process of the keypair may do it, and several may at once.
 */
export function createReservationSweep({ outbox }: { readonly outbox: Pick<Outbox, 'expireReservations'> }): () => Promise<unknown> {
  return () => outbox.expireReservations({ limit: BATCH });
}
