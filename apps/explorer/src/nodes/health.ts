import type { Nodes, SimulatedNode } from '@oracle-gateway/client';
import { wholeNumberIn, objectOf } from '../read-json.js';
import { told } from '../told.js';

type Node = Nodes['nodes'][number];

/** Outcome of the gateway's last call of a node: its own word. */
export function lastCallText({ lastCall }: Pick<Node, 'lastCall'>): string {
  const call = objectOf(lastCall);
  const time = told(() => new Date(wholeNumberIn(call?.['at']) ?? Number.NaN).toISOString().slice(11, 19));
  if (call === undefined || time === undefined) return 'not called yet';
  return `${call['answered'] === true ? 'answered' : 'no answer'} at ${time}`;
}

/** Outcome of a dry run at one node. */
export function healthText(node: SimulatedNode | undefined): string {
  if (node === undefined) return 'not asked';
  return 'error' in node ? `no value: ${node.error.code}` : `answered in ${node.latencyMs} ms`;
}
