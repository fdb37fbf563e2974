import { decodeSubscription, type SubscriptionAccount, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { readOf, type SubscriberLedger } from './subscriber-ledger.js';

/** The key's own subscription; null where it has none. @throws TransportError */
export function subscriptionOf(ledger: SubscriberLedger, signal?: AbortSignal): Promise<SubscriptionAccount | null> {
  return readOf(ledger, subscriptionAddress(ledger.programId, ledger.owner), decodeSubscription, signal);
}
