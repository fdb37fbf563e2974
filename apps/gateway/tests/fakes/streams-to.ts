import { eventually } from '@oracle-gateway/dev-servers';
import type { TestNode } from './test-node.js';

const OFTEN = { intervalMs: 20 };

/** Resolves when the gateway has a stream to each of these nodes and has heard of each, as at the end of its start. */
export async function streamsAtStart(nodes: readonly Pick<TestNode, 'index'>[], metricsUrl: string): Promise<void> {
  await streamsTo(nodes, metricsUrl);
  await eventually(async () => {
    const text = await (await fetch(`${metricsUrl}?name[]=oracle_gateway_nodes_answering`)).text();
    if (!text.includes(`oracle_gateway_nodes_answering ${nodes.length}\n`)) throw new Error('an answer of each node');
  }, OFTEN);
}

/** Resolves when the gateway has a stream to each of these nodes, as its metrics say. */
export async function streamsTo(nodes: readonly Pick<TestNode, 'index'>[], metricsUrl: string): Promise<void> {
  await eventually(async () => {
    const text = await (await fetch(`${metricsUrl}?name[]=oracle_gateway_node_streams`)).text();
    const isOpen = ({ index }: Pick<TestNode, 'index'>): boolean => text.includes(`oracle_gateway_node_streams{node="${index}"} 1`);
    if (!nodes.every(isOpen)) throw new Error('a stream to each node');
  }, OFTEN);
}
