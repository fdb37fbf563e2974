import type { SimulatedNode, Simulation } from '@oracle-gateway/client';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { failureLines } from '@oracle-gateway/client/failures';
import { told } from '../told.js';
import { quantityText, type ShownUnit } from '../words/numbers.js';

type NodeFailure = Extract<SimulatedNode, { readonly error: unknown }>['error'];

/** Reason of a dry run that asked one node alone, so that a quorum is neither there nor missed. */
const ONE_NODE = 'one_node_asked';

type Told = Pick<Simulation, 'wouldSign' | 'reason' | 'nodes'>;

/** The value that a round would sign, or that it would sign none. One node alone cannot tell. @param nodeCount nodes of the registry, once they are known */
export function wouldSignText({ wouldSign, reason, nodes }: Told, shown: ShownUnit, nodeCount?: number): string {
  if (wouldSign !== null) return `A round would sign ${quantityText(wouldSign.value, shown)} with ${wouldSign.quorum} nodes.`;
  const seen = nodes.find((node) => 'value' in node);
  if (reason?.code === ONE_NODE && seen !== undefined && 'value' in seen)
    return `One node sees ${quantityText(seen.value, shown)}. Connect a wallet to ask all ${nodeCount === undefined ? 'of them' : countText(nodeCount)}.`;
  return reason === undefined ? 'A round would sign nothing.' : `A round would sign nothing: ${reason.detail}.`;
}

/** Whether a round would sign, in two words. One node alone cannot tell. */
export function dryRunVerdict({ wouldSign, reason, nodes }: Told): { readonly text: string; readonly tone: 'good' | 'bad' | '' } {
  if (wouldSign !== null) return { text: 'would sign', tone: 'good' };
  const isOpen = reason?.code === ONE_NODE && nodes.some((node) => 'value' in node);
  return isOpen ? { text: 'one node asked', tone: '' } : { text: 'would not sign', tone: 'bad' };
}

const COUNTS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function countText(count: number): string {
  return COUNTS[count] ?? String(count);
}

/** Why a node has no value: the rule that failed, and how far the JSONPath matched. Never text of the source. */
export function dryRunFailureText(failure: NodeFailure): string {
  const { code, detail } = failure;
  return [`${detail} (${code})`, ...failureLines(failure)].join('; ');
}

const PATH_NAMES: Readonly<Record<string, string>> = { subscription: 'by subscription', agent: 'from an escrow', x402: 'paid by itself' };

/** Prices in dollars by the way that pays. */
export function priceTexts(prices: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(prices).flatMap(([path, amount]) => {
    const text = told(() => formatMoney(BigInt(amount)));
    return text === undefined ? [] : [`${text} ${PATH_NAMES[path] ?? `by ${path}`}`];
  });
}
