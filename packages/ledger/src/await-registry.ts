import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { LedgerReader } from './reader.js';

/**
 * The current registry, once it has this version or a later one. After `reads` reads without that version, the result of the last read.
 * A caller that names a version may have read a server that is ahead of this one, or may lie: so callers share the reads.
 * Throws what the reader throws.
 */
export async function awaitRegistry(
  version: bigint,
  { reader, reads }: { readonly reader: Pick<LedgerReader, 'readCurrentRegistry'>; readonly reads: number },
): Promise<RegistryAccount> {
  let registry = await reader.readCurrentRegistry();
  for (let read = 1; read < reads && registry.version < version; read += 1) registry = await reader.readCurrentRegistry();
  return registry;
}
