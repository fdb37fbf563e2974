import { inCallSpan } from '@oracle-gateway/process';
import type { FeedClient } from '../feeds/feed-client.js';
import type { FeedLedger } from '../feeds/feed-ledger.js';

/** The same ledger, with a span for each call. */
export function tracedLedger(ledger: FeedLedger): FeedLedger {
  return {
    read: (feed) => inCallSpan('ledger read', () => ledger.read(feed)),
    submit: (feed, attestation, signal) => inCallSpan('ledger submit', () => ledger.submit(feed, attestation, signal)),
  };
}

/** The same client, with a span for each call of the gateway. The gateway gets no header of a trace: it is another operator's. */
export function tracedClient(client: FeedClient): FeedClient {
  return {
    dryRun: (signal) => inCallSpan('gateway simulate', () => client.dryRun(signal)),
    buy: (input) => inCallSpan('gateway round', () => client.buy(input)),
    verify: (answer, signal) => client.verify(answer, signal),
  };
}
