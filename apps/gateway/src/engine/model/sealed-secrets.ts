import type { SealedSecretsHex } from '@oracle-gateway/node-api';

/** Secrets of a private source, which this gateway cannot open, in the form in which nodes are given them. */
export interface SealedSecrets extends Omit<SealedSecretsHex, 'envelope'> {
  /** By node index; each node is given its own and no other. */
  readonly envelopes: ReadonlyMap<number, string>;
}

/** What one node is given; undefined when nothing was sealed for it. */
export function sealedFor(nodeIndex: number, { envelopes, ...sealed }: SealedSecrets): SealedSecretsHex | undefined {
  const envelope = envelopes.get(nodeIndex);
  return envelope === undefined ? undefined : { ...sealed, envelope };
}
