import { optional, required } from '@oracle-gateway/caller/command';
import { integerIn, moment, u64 } from '@oracle-gateway/caller/settings';

import { offerCommand } from '../sending/offer-command.js';

export const subscribe = offerCommand({
  words: 'subscribe',
  summary: 'Opens a subscription of your key at the gateway: rounds that are paid in advance',
  description: [
    'It shows what the subscription is, its price in dollars and the rent of its account, and asks before it sends. Prices come from the ledger. The key pays in the stablecoin, and in SOL for rent and fee.',
  ],
  flags: {
    rounds: required(u64(1n), 'rounds to buy; a list takes one for each source'),
    until: required(moment, 'when the subscription ends'),
    quorum: optional(integerIn(1, 64), 'largest quorum of its rounds, which sets the price; a majority of the nodes by default'),
  },
  sampleKey: 'subscriptionOwner',
  examples: [
    ['oracle-gateway subscribe --rounds 10000 --until 30d', 'shows the price, and asks'],
    ['oracle-gateway subscribe --rounds 10000 --until 2027-01-31 --quorum 5 --yes --json', 'in a script'],
  ],
  async offer({ subscriber }, { flags: { rounds, until, quorum }, nowSeconds, signal }) {
    const maxSignatures = quorum ?? (await subscriber.state({ signal })).usualQuorum;
    return subscriber.offerSubscription({ maxSignatures, rounds, expiresAtSeconds: until(nowSeconds) }, { signal });
  },
});
