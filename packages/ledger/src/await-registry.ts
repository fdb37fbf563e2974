import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { LedgerReader } from './reader.js';

/**
 * The current registry once it is of this version or a later one; what the last of `reads` reads gave when it is not by then. Somebody who
 * names a version has read the ledger at another server, which may be ahead of this one by a moment, or lies: each read is one that others
 * share. Throws what the reader throws.
 */
export async function awaitRegistry(
  version: bigint,
  { reader, reads }: { readonly reader: Pick<LedgerReader, 'readCurrentRegistry'>; readonly reads: number },
): Promise<RegistryAccount> {
  let registry = await reader.readCurrentRegistry();
  for (let read = 1; read < reads && registry.version < version; read += 1) registry = await reader.readCurrentRegistry();
  return registry;
}
