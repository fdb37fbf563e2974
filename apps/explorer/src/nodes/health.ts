import type { Nodes, SimulatedNode } from '@oracle-gateway/client';

type Node = Nodes['nodes'][number];

/** How the gateway's last call of a node ended: its own word. */
export function lastCallText({ lastCall }: Pick<Node, 'lastCall'>): string {
  if (lastCall === undefined) return 'not called yet';
  return `${lastCall.answered ? 'answered' : 'no answer'} at ${new Date(lastCall.at).toISOString().slice(11, 19)}`;
}

/** How a node did in a dry run. */
export function healthText(node: SimulatedNode | undefined): string {
  if (node === undefined) return 'not asked';
  return 'error' in node ? `no value: ${node.error.code}` : `answered in ${node.latencyMs} ms`;
}
