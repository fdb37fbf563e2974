import type { Outbox } from '@oracle-gateway/outbox';

const BATCH = 100;

/**
 * Ends reservations whose time is over: those of a gateway process that died in the middle of a round. Their quota is free again, their
 * identity stays used. Any process of the keypair may do it, and several may at once.
 */
export function createReservationSweep({ outbox }: { readonly outbox: Pick<Outbox, 'expireReservations'> }): () => Promise<unknown> {
  return () => outbox.expireReservations({ limit: BATCH });
}
