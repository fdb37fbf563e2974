import type { RoundNode } from './node-directory.js';

/**
 * Whether a node without a stream is called by HTTP. Over `http://` a party on the path reads and changes what HTTP carries. Where the ledger names a
 * key, such a node is called over a stream or not at all: a party that refuses its handshakes gains nothing but silence.
 */
export function mayCallByHttp({ origin, encryptionKey }: Pick<RoundNode, 'origin' | 'encryptionKey'>): boolean {
  return encryptionKey === null || origin.startsWith('https:');
}
