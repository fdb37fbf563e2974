import type { SimulatedNode } from '@oracle-gateway/client';

/** How a node did in a dry run. */
export function healthText(node: SimulatedNode | undefined): string {
  if (node === undefined) return 'not asked';
  return 'error' in node ? `no value: ${node.error.code}` : `answered in ${node.latencyMs} ms`;
}
