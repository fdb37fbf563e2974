import { createRegulars, type Party } from '@oracle-gateway/fair-share';

/** Where connections come from, as parties to what strangers may cost. */
export interface Blocks {
  partyOf(block: string): Party;
  /** A registered and active gateway has signed a request that came from there. */
  noteGateway(block: string): void;
}

/** Longer than a gateway is away. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
/** Gateways are few, and so are the places they call from. */
const MAX_REMEMBERED = 1_024;

/**
 * How the uses of a second are shared by blocks. All those from which no gateway has signed lately have four fifths together, however many they are:
 * a gateway that opens a new connection finds the rest.
 */
export const SHARE_OF_BLOCKS = { windowMs: 1_000, strangersFactor: 4, spare: 0 } as const;

/** A block from which a gateway has signed lately is no stranger: what a flood from elsewhere uses up is not taken from it. */
export function createBlocks(deps: { readonly monotonicMs: () => number }): Blocks {
  const ofGateways = createRegulars({ maxParties: MAX_REMEMBERED, forMs: REMEMBERED_MS, nowMs: deps.monotonicMs });
  return {
    partyOf: (block) => ({ name: `block:${block}`, isStranger: !ofGateways.has(block) }),
    noteGateway: (block) => ofGateways.note(block),
  };
}
