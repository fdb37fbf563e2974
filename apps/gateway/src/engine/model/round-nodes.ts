import { GatewayError } from '../../errors/gateway-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import { vantageOf } from '../nodes/peer-record.js';
import { DEFAULT_SOURCE_BYTES, largestAnswer } from '@oracle-gateway/protocol/internal';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { NodeQuestion } from './admitted-round.js';
import type { RoundPorts } from './round-ports.js';

/** Nodes that were asked before, in vain. */
export interface EarlierDraw {
  /** The version that the nodes were asked to sign under. */
  readonly registryVersion: bigint;
  /** Node indices. */
  readonly asked: ReadonlySet<number>;
  /** Asked nodes that saw a value, whichever. */
  readonly saw: ReadonlySet<number>;
}

export interface DrawDeps {
  /** Nodes of a lower rank come first. */
  readonly rankOf: (nodeIndex: number) => number;
  readonly randomBytes: RandomBytes;
}

const TICKET_BYTES = 4;

/** The nodes that a round may ask, of its registry version. Throws a 503 GatewayError. */
export async function chooseNodes(source: NodeQuestion, ports: RoundPorts): Promise<readonly RoundNode[]> {
  const { registry, signaturesRequired } = source;
  const nodes = await usableNodes(source, signaturesRequired, ports);
  return chooseEligible(nodes, { quorum: signaturesRequired, buffer: registry.redundancyBuffer }, drawDeps(source, ports));
}

/**
 * The nodes to ask when a draw has failed: first nodes that it did not ask, then nodes that gave it a value, then nodes with
 * something against them. No place is any node's. Throws a 503 GatewayError, also where the draw has asked all of them under this registry
 * version.
 */
export async function chooseOtherNodes(source: NodeQuestion, failed: EarlierDraw, ports: RoundPorts): Promise<readonly RoundNode[]> {
  const { registry, signaturesRequired } = source;
  const nodes = await usableNodes(source, signaturesRequired, ports);
  const isSame = registry.version === failed.registryVersion && nodes.every(({ index }) => failed.asked.has(index));
  if (isSame) throw new GatewayError('too_few_nodes');
  const { rankOf: usualRankOf, randomBytes } = drawDeps(source, ports);
  const rankOf = (index: number): number => {
    if (failed.asked.has(index) && !failed.saw.has(index)) return 3;
    if (usualRankOf(index) > 0) return 2;
    return Number(failed.asked.has(index));
  };
  return drawNodes(nodes, signaturesRequired + registry.redundancyBuffer, { rankOf, randomBytes });
}

/** One of the nodes that a round may ask. Throws a 503 GatewayError. */
export async function chooseOneNode(source: NodeQuestion, ports: RoundPorts): Promise<RoundNode> {
  const [node] = drawNodes(await usableNodes(source, 1, ports), 1, drawDeps(source, ports));
  if (node === undefined) throw new GatewayError('too_few_nodes');
  return node;
}

/**
 * The nodes to ask: a quorum and the buffer. One place is any node's, whatever is held against it, so that a node comes back
 * by what it does; the others are drawn among the nodes with nothing against them, and the rest come last. No such place exists without a
 * buffer: a node that is down would end the round. Ascending by index, as the session id needs.
 */
export function chooseEligible(
  nodes: readonly RoundNode[],
  { quorum, buffer }: { readonly quorum: number; readonly buffer: number },
  deps: DrawDeps,
): RoundNode[] {
  return drawNodes(nodes, quorum + buffer, deps, buffer > 0 ? 1 : 0);
}

/** So many of the nodes, ascending by index. Chance decides among nodes of one rank, and alone for so many places of any node. */
export function drawNodes(
  nodes: readonly RoundNode[],
  size: number,
  { rankOf, randomBytes }: DrawDeps,
  placesOfAny: 0 | 1 = 0,
): RoundNode[] {
  const random = randomBytes(TICKET_BYTES * nodes.length);
  const tickets = new DataView(random.buffer, random.byteOffset);
  const lots = nodes.map((node, position) => ({
    node,
    rank: rankOf(node.index),
    ticket: tickets.getUint32(TICKET_BYTES * position),
  }));
  lots.sort((a, b) => a.ticket - b.ticket);
  const rest = lots.slice(placesOfAny).sort((a, b) => a.rank - b.rank);
  return [...lots.slice(0, placesOfAny), ...rest]
    .slice(0, size)
    .map(({ node }) => node)
    .sort((a, b) => a.index - b.index);
}

/**
 * The nodes that can serve a round, at least `needed`. A node that has come since the envelopes were judged cannot open what was not sealed for
 * it. One that says that it reads less than a source may answer with would decline. Throws a 503 GatewayError.
 */
async function usableNodes(
  { sealed, registry, subject }: NodeQuestion,
  needed: number,
  { nodes }: RoundPorts,
): Promise<readonly RoundNode[]> {
  const known = await nodes.directory(registry);
  const opening =
    sealed === undefined ? known : known.filter(({ index }) => sealed.every((source) => source?.envelopes.has(index) !== false));
  const largest = largestAnswer(subject);
  // Each node reads as much as a source sends that has no `maxBytes`.
  const usable =
    largest > DEFAULT_SOURCE_BYTES ? opening.filter(({ index }) => (nodes.rooms.maxBodyBytes(index) ?? largest) >= largest) : opening;
  if (usable.length >= needed) return usable;
  if (opening.length < needed) throw new GatewayError('too_few_nodes');
  const detail = `${usable.length} nodes read answers of maxBytes, and ${needed} are needed; lower maxBytes, or ask for a smaller quorum`;
  throw new GatewayError('too_few_nodes', { detail });
}

/** Nodes that failed lately, or fall short beside their peers, come last. */
function drawDeps(source: NodeQuestion, { nodes: { health, peers }, curve: { randomBytes } }: RoundPorts): DrawDeps {
  const vantage = vantageOf(source);
  return { randomBytes, rankOf: (index) => Number(health.isFailing(index) || peers.isAskedLast(vantage, index)) };
}
