import { LedgerUnavailableError, type LedgerCluster, type OwnedAccount } from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { ANNOUNCEMENT_LIFE_SECONDS, equalBytes } from '@oracle-gateway/protocol/internal';
import { ACCOUNT_DISCRIMINATORS, AccountDecodeError, decodePendingChange } from '@oracle-gateway/protocol/accounts';
import type { PassDeps } from '../pass/pass-deps.js';

export type AnnouncedChangesDeps = Pick<PassDeps, 'programId' | 'metrics' | 'logger'> & {
  readonly cluster: Pick<LedgerCluster, 'programAccounts'>;
  /** The wall clock. */
  readonly nowMs: () => number;
};

/**
 * Counts the announced changes of the program that can still be made. A foreign one is a stolen key of the administrator, which shows
 * nowhere else before it counts. A server that refuses `getProgramAccounts` leaves the number unknown.
 */
export function createAnnouncedChangesStep(deps: AnnouncedChangesDeps): () => Promise<void> {
  const { cluster, programId, metrics, logger, nowMs } = deps;
  const startsWith = new TextEncoder().encode(ACCOUNT_DISCRIMINATORS.pendingChange);
  return async () => {
    try {
      const accounts = await cluster.programAccounts({ programId, startsWith });
      const nowSeconds = BigInt(Math.floor(nowMs() / 1_000));
      metrics.announcedChanges.set(accounts.filter((account) => canBeMade(account, programId, nowSeconds)).length);
    } catch (error) {
      metrics.announcedChanges.set(Number.NaN);
      if (!(error instanceof LedgerUnavailableError)) throw error;
      logger.debug({ reason: error.message }, 'announced changes could not be read');
    }
  };
}

/** Accounts that were not asked for do not count. */
function canBeMade({ owner, data }: OwnedAccount, programId: Address, nowSeconds: bigint): boolean {
  if (!equalBytes(owner, programId)) return false;
  try {
    return decodePendingChange(data).effectiveAt + ANNOUNCEMENT_LIFE_SECONDS >= nowSeconds;
  } catch (error) {
    if (error instanceof AccountDecodeError) return false;
    throw error;
  }
}
