import { type LedgerReader, LedgerUnavailableError } from '@oracle-gateway/ledger';
import { maxEligible } from '@oracle-gateway/protocol';

/** Number of nodes that a gateway asks for a round of a quorum, at most. Throws LedgerUnavailableError. */
export async function askedNodes(reader: Pick<LedgerReader, 'config' | 'registry'>, quorum: number): Promise<number> {
  const registry = await reader.registry((await reader.config()).registryVersion);
  if (registry === null) throw new LedgerUnavailableError('getMultipleAccounts', 'the server does not have the registry version yet');
  return Math.min(maxEligible(registry, quorum), registry.active);
}
