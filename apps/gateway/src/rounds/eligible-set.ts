import type { RoundNode } from '../nodes/node-directory.js';
import type { NodeHealth } from '../nodes/node-health.js';

/** Bytes of randomness from a CSPRNG. */
export type RandomBytes = (length: number) => Uint8Array;

const TICKET_BYTES = 4;

/**
 * The nodes to ask (protocol §10): `size` at random among the healthy, the failing last. Ascending by index, as the session id needs.
 */
export function chooseEligible(
  nodes: readonly RoundNode[],
  size: number,
  deps: { readonly health: Pick<NodeHealth, 'isFailing'>; readonly randomBytes: RandomBytes },
): RoundNode[] {
  const random = deps.randomBytes(TICKET_BYTES * nodes.length);
  const tickets = new DataView(random.buffer, random.byteOffset);
  const drawn = nodes.map((node, position) => ({
    node,
    isFailing: deps.health.isFailing(node.index),
    ticket: tickets.getUint32(TICKET_BYTES * position),
  }));
  drawn.sort((a, b) => Number(a.isFailing) - Number(b.isFailing) || a.ticket - b.ticket);
  return drawn
    .slice(0, size)
    .map(({ node }) => node)
    .sort((a, b) => a.index - b.index);
}
