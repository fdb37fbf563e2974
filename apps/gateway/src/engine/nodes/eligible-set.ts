import type { RoundNode } from './node-directory.js';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';

export interface DrawDeps {
  /** Whether something is held against the node of this index. */
  readonly isAskedLast: (nodeIndex: number) => boolean;
  readonly randomBytes: RandomBytes;
}

const TICKET_BYTES = 4;

/**
 * The nodes to ask (protocol §10): a quorum and the buffer. One place is any node's, whatever is held against it, so that a node comes back
 * by what it does; the others are drawn among the nodes with nothing against them, and the rest come last. No such place exists without a
 * buffer: a node that is down would end the round. Ascending by index, as the session id needs.
 */
export function chooseEligible(
  nodes: readonly RoundNode[],
  { quorum, buffer }: { readonly quorum: number; readonly buffer: number },
  deps: DrawDeps,
): RoundNode[] {
  return draw(nodes, { size: quorum + buffer, anyNodes: buffer > 0 ? 1 : 0, rankOf: lastRank(deps) }, deps.randomBytes);
}

/** Chooses as many nodes for a round that begins anew: a lower rank comes first, and no place is any node's. Ascending by index. */
export function chooseAnew(
  nodes: readonly RoundNode[],
  { quorum, buffer }: { readonly quorum: number; readonly buffer: number },
  { rankOf, randomBytes }: { readonly rankOf: (nodeIndex: number) => number; readonly randomBytes: RandomBytes },
): RoundNode[] {
  return draw(nodes, { size: quorum + buffer, anyNodes: 0, rankOf }, randomBytes);
}

/** So many of the eligible nodes to sign, ascending by index: those with nothing against them first. */
export function chooseSigners(eligible: readonly RoundNode[], quorum: number, deps: DrawDeps): RoundNode[] {
  return draw(eligible, { size: quorum, anyNodes: 0, rankOf: lastRank(deps) }, deps.randomBytes);
}

function lastRank({ isAskedLast }: DrawDeps): (nodeIndex: number) => number {
  return (nodeIndex) => Number(isAskedLast(nodeIndex));
}

function draw(
  nodes: readonly RoundNode[],
  { size, anyNodes, rankOf }: { readonly size: number; readonly anyNodes: 0 | 1; readonly rankOf: (nodeIndex: number) => number },
  randomBytes: RandomBytes,
): RoundNode[] {
  const random = randomBytes(TICKET_BYTES * nodes.length);
  const tickets = new DataView(random.buffer, random.byteOffset);
  const lots = nodes.map((node, position) => ({
    node,
    rank: rankOf(node.index),
    ticket: tickets.getUint32(TICKET_BYTES * position),
  }));
  lots.sort((a, b) => a.ticket - b.ticket);
  const rest = lots.slice(anyNodes).sort((a, b) => a.rank - b.rank);
  return [...lots.slice(0, anyNodes), ...rest]
    .slice(0, size)
    .map(({ node }) => node)
    .sort((a, b) => a.index - b.index);
}
