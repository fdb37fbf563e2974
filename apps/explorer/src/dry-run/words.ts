import type { SimulatedNode } from '@oracle-gateway/client';
import { failureLines } from '@oracle-gateway/client/failures';

type NodeFailure = Extract<SimulatedNode, { readonly error: unknown }>['error'];

/** Why a node has no value: the rule that failed, and how far the JSONPath matched. Never text of the source. */
export function dryRunFailureText(failure: NodeFailure): string {
  const { code, detail } = failure;
  return [`${detail} (${code})`, ...failureLines(failure)].join('; ');
}

/** Prices by the name of the path that pays. */
export function priceTexts(prices: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(prices).map(([path, amount]) => `${amount} by ${path}`);
}
