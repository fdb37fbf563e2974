import { inCallSpan } from '@oracle-gateway/process';
import type { FeedClient } from '../feeds/feed-client.js';
import type { Targets } from '../feeds/targets.js';

/** The same targets, with a span for each call. */
export function tracedTargets(targets: Targets): Targets {
  return {
    read: (feed) => inCallSpan('target read', () => targets.read(feed)),
    bring: (basket, bought, signal) => inCallSpan('target submit', () => targets.bring(basket, bought, signal)),
  };
}

/** The same client, with a span for each call of the gateway. The gateway gets no header of a trace: it is another operator's. */
export function tracedClient(client: FeedClient): FeedClient {
  return {
    others: client.others,
    dryRun: (subject, signal) => inCallSpan('gateway simulate', () => client.dryRun(subject, signal)),
    buy: (subject, input) => inCallSpan('gateway round', () => client.buy(subject, input)),
    verify: (subject, answer, signal) => client.verify(subject, answer, signal),
  };
}
