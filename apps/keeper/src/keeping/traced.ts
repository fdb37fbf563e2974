import { inCallSpan } from '@oracle-gateway/process';
import type { FeedClient } from '../feeds/feed-client.js';
import type { FeedLedger } from '../feeds/feed-ledger.js';

/** The same ledger, with a span for each call. */
export function tracedLedger(ledger: FeedLedger): FeedLedger {
  return {
    read: (feed) => inCallSpan('ledger read', () => ledger.read(feed)),
    askedNodes: (quorum) => ledger.askedNodes(quorum),
    submit: (basket, bought, signal) => inCallSpan('ledger submit', () => ledger.submit(basket, bought, signal)),
  };
}

/** The same client, with a span for each call of the gateway. The gateway gets no header of a trace: it is another operator's. */
export function tracedClient(client: FeedClient): FeedClient {
  return {
    dryRun: (subject, signal) => inCallSpan('gateway simulate', () => client.dryRun(subject, signal)),
    buy: (subject, input) => inCallSpan('gateway round', () => client.buy(subject, input)),
    verify: (subject, answer, signal) => client.verify(subject, answer, signal),
  };
}
