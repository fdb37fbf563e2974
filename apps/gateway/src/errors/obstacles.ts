/** Parts of a gateway without which it serves no round, in the order in which they are told. */
export const READY_PARTS = ['stopping', 'payments', 'clock', 'outbox', 'ledger', 'nodes', 'account', 'funds'] as const;

export type ReadyPart = (typeof READY_PARTS)[number];

/** Why a round cannot be served now. */
export interface Obstacle {
  readonly part: ReadyPart;
  /** A fixed text: nothing of an inner error leaves. */
  readonly reason: string;
}

/** Parts of this process alone: another process of the gateway may serve. Every other part is shared. */
const OWN_PARTS: readonly ReadyPart[] = ['stopping', 'clock'];

/** An obstacle that takes this process out of a load balancer: another process may be without it. */
export function isOwnObstacle({ part }: Obstacle): boolean {
  return OWN_PARTS.includes(part);
}

/**
 * Why this gateway cannot serve a round now; empty when it can. Everything read is cached or bounded by its owner, so probes and scrapes can
 * load neither ledger nor outbox.
 */
export type ReadObstacles = () => Promise<readonly Obstacle[]>;
