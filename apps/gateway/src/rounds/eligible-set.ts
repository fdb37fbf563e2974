import type { RoundNode } from '../nodes/node-directory.js';
import type { NodeHealth } from '../nodes/node-health.js';

/** Bytes of randomness from a CSPRNG. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * The nodes to ask (protocol §10): `size` at random among the healthy, the failing last. Ascending by index, as the session id needs.
 */
export function chooseEligible(
  nodes: readonly RoundNode[],
  size: number,
  deps: { readonly health: Pick<NodeHealth, 'isFailing'>; readonly randomBytes: RandomBytes },
): RoundNode[] {
  const drawn = nodes.map((node) => ({ node, isFailing: deps.health.isFailing(node.index), ticket: randomUint32(deps.randomBytes) }));
  drawn.sort((a, b) => Number(a.isFailing) - Number(b.isFailing) || a.ticket - b.ticket);
  return drawn
    .slice(0, size)
    .map(({ node }) => node)
    .sort((a, b) => a.index - b.index);
}

function randomUint32(randomBytes: RandomBytes): number {
  return randomBytes(4).reduce((number, byte) => number * 256 + byte, 0);
}
