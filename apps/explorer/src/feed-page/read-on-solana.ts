import type { LedgerOptions } from '@oracle-gateway/client';
import { FeedError, type FeedReading, readFeed, rpcAccounts } from '@oracle-gateway/client/feeds';

/** A feed on the ledger, and how its values are signed. */
interface LedgerFeed {
  readonly ledger: Pick<LedgerOptions, 'rpcUrl' | 'programId'>;
  readonly feedId: string;
  readonly mode: 'exact' | 'tolerance';
  readonly quorum: number;
}

/** The page shows how old a value is, so that none is too old. */
const ANY_AGE_MS = Number.MAX_SAFE_INTEGER;

/** The value of a feed on the ledger; null: none was written. @throws FeedError, TransportError */
export async function readOnSolana({ ledger, feedId, mode, quorum }: LedgerFeed, signal: AbortSignal): Promise<FeedReading | null> {
  const { rpcUrl, programId } = ledger;
  const settings = { programId, feedId, mode, minSignatures: quorum, maxAgeMs: ANY_AGE_MS };
  try {
    return await readFeed(settings, { accounts: rpcAccounts({ rpcUrl, signal }), nowMs: Date.now() });
  } catch (error) {
    if (error instanceof FeedError && error.reason === 'absent') return null;
    throw error;
  }
}
