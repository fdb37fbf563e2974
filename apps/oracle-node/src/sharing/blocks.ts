import { createRegulars, type Tenant } from '@oracle-gateway/fair-share';

/** Address blocks of connections, as tenants that share the limits for strangers. */
export interface Blocks {
  tenantOf(block: string): Tenant;
  /** Whether a gateway has signed from this block within a day. */
  isOfGateway(block: string): boolean;
  /** Records that a registered and active gateway has signed a request from this block. */
  noteGateway(block: string): void;
}

/** Longer than a gateway pauses. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
/** Gateways are few, and so are the places they call from. */
const MAX_REMEMBERED = 1_024;

/**
 * Rule by which address blocks share the uses of one second. All blocks without a recent gateway have four fifths together. The rest is
 * left for a gateway that opens a new connection.
 */
export const SHARE_OF_BLOCKS = { windowMs: 1_000, strangersFactor: 4, reserve: 0 } as const;

/** A block from which a gateway has signed lately is not a stranger: a flood from other blocks does not use up its share. */
export function createBlocks(deps: { readonly monotonicMs: () => number }): Blocks {
  const ofGateways = createRegulars({ maxTenants: MAX_REMEMBERED, forMs: REMEMBERED_MS, nowMs: deps.monotonicMs });
  return {
    tenantOf: (block) => ({ name: `block:${block}`, isStranger: !ofGateways.has(block) }),
    isOfGateway: (block) => ofGateways.has(block),
    noteGateway: (block) => ofGateways.note(block),
  };
}
