import type { SimulatedNode } from '@oracle-gateway/client';

type NodeFailure = Extract<SimulatedNode, { readonly error: unknown }>['error'];

/** Why a node has no value: the rule that failed, and how far the JSONPath matched. Never text of the source. */
export function dryRunFailureText({ code, detail, matched, upstreamStatus }: NodeFailure): string {
  const hints = [
    upstreamStatus === undefined ? undefined : `the source answered ${upstreamStatus}`,
    matched === undefined ? undefined : `the path matches as far as ${matched}`,
  ].filter((hint) => hint !== undefined);
  return [`${detail} (${code})`, ...hints].join('; ');
}

/** Prices by the name of the path that pays. */
export function priceTexts(prices: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(prices).map(([path, amount]) => `${amount} by ${path}`);
}
