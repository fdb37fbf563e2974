import type { NonceCommitmentHex } from './nonce-commitment.js';

/** A node, and the commitment that it gave. */
export interface CommittedNode {
  readonly node: { readonly index: number };
  readonly nonce: NonceCommitmentHex;
}

/**
 * The nodes that show a nonce point which another signer shows too, as D or as E. All of them are at fault: before signers are named, only the
 * gateway and the node itself know a commitment. A node that shows one point as D and E is at fault too. Equal points are equal strings.
 */
export function nodesWithSharedPoints(signers: readonly CommittedNode[]): ReadonlySet<number> {
  const holders = new Map<string, number[]>();
  for (const { node, nonce } of signers) {
    for (const point of [nonce.d, nonce.e]) holders.set(point, [...(holders.get(point) ?? []), node.index]);
  }
  return new Set([...holders.values()].filter(({ length }) => length > 1).flat());
}
