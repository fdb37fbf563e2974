import { optional } from '@oracle-gateway/caller/command';
import { moment, u64, UsageError } from '@oracle-gateway/caller/settings';

import { offerCommand } from '../sending/offer-command.js';

export const renew = offerCommand({
  words: 'renew',
  summary: 'Adds rounds or time to the subscription of your key',
  description: ['Time costs nothing but the fee; a subscription never ends earlier than before.'],
  flags: {
    rounds: optional(u64(1n), 'rounds to add to those that are left'),
    until: optional(moment, 'when the subscription ends'),
  },
  sampleKey: 'subscriptionOwner',
  examples: [
    ['oracle-gateway renew --rounds 5000', 'shows the price, and asks'],
    ['oracle-gateway renew --until 90d', 'more time for the rounds that are left'],
  ],
  offer({ subscriber }, { flags: { rounds = 0n, until }, nowSeconds, signal }) {
    if (rounds === 0n && until === undefined) throw new UsageError('--rounds', 'or --until is required');
    return subscriber.offerRenewal({ rounds, ...(until === undefined ? {} : { expiresAtSeconds: until(nowSeconds) }) }, { signal });
  },
});
