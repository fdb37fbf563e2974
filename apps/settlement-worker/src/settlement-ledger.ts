import type { LedgerReader, LedgerSender } from '@oracle-gateway/ledger';

/** What settling needs from the ledger. */
export interface SettlementLedger {
  readonly reader: Pick<LedgerReader, 'config' | 'receipt' | 'subscription' | 'clockSeconds'>;
  readonly sender: Pick<LedgerSender, 'build' | 'broadcast' | 'status' | 'isBlockhashExpired'>;
}
