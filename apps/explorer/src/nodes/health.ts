import type { Nodes, SimulatedNode } from '@oracle-gateway/client';
import { objectOf, wholeNumberIn } from '../read-json.js';

type Node = Nodes['nodes'][number];

/** Outcome of the gateway's last call of a node: its own word. */
export interface ToldCall {
  readonly isAnswered: boolean;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** Undefined for a node that was not called yet, and for a word that breaks its form. */
export function lastCallOf({ lastCall }: Pick<Node, 'lastCall'>): ToldCall | undefined {
  const call = objectOf(lastCall);
  const atMs = wholeNumberIn(call?.['at']);
  return atMs === undefined ? undefined : { isAnswered: call?.['answered'] === true, atMs };
}

/** Number of nodes that answer, by the gateway's last calls; undefined until the nodes are known. */
export function answeringText(nodes: Pick<Nodes, 'nodes'> | undefined): { readonly text: string; readonly isWhole: boolean } | undefined {
  if (nodes === undefined) return undefined;
  const all = nodes.nodes.length;
  const silent = nodes.nodes.filter((node) => lastCallOf(node)?.isAnswered === false).length;
  return { text: `${all - silent} of ${all} nodes`, isWhole: silent === 0 };
}

/** Outcome of a dry run at one node. */
export function healthText(node: SimulatedNode | undefined): string {
  if (node === undefined) return 'not asked';
  return 'error' in node ? `no value: ${node.error.code}` : `answered in ${node.latencyMs} ms`;
}
