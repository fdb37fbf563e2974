import { operand } from '@oracle-gateway/caller/command';
import { money, UsageError } from '@oracle-gateway/caller/settings';

import { offerCommand } from '../sending/offer-command.js';

export const fund = offerCommand({
  words: 'fund',
  summary: 'Pays into your escrow with the gateway, from which --account agent pays for each round',
  description: ['The escrow belongs to your key alone: `withdraw` pays it back. The gateway can only take what a signed round costs.'],
  operands: [{ name: 'money', meaning: money.form, isRequired: true }],
  flags: {},
  sampleKey: 'agentPayer',
  examples: [
    ['oracle-gateway fund 5usd', 'shows the rent, and asks'],
    ['oracle-gateway fund 0.50usd --yes', 'in a script'],
  ],
  offer({ subscriber }, { operands, signal }) {
    const amountAtomic = money.parse(operand({ operands }, 0));
    if (amountAtomic === undefined) throw new UsageError('money', `must be ${money.form}`);
    return subscriber.offerFunding({ amountAtomic }, { signal });
  },
});
