import { createClient } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/wallet';
import { x402RoundPrice } from '@oracle-gateway/protocol';
import { askFor } from '../source/asked.js';
import { DeclinedError, priceQuestion } from '../spending/question.js';
import { requireTransactions } from '../wallets/wallet-key.js';
import type { Way } from './way.js';

export const perRequest: Way = {
  title: 'Each round by itself (x402)',
  about: 'The wallet signs one payment for each round. No account and no SOL are needed: the facilitator pays the fee.',
  spends: true,
  needsTransactions: true,
  isServed: ({ paths }) => paths.x402,
  price({ x402RoundBase, rewardPerSignature }, { quorum, redundancyBuffer, units }) {
    const perRound = { x402RoundBase: BigInt(x402RoundBase), rewardPerSignature: BigInt(rewardPerSignature) };
    return x402RoundPrice(perRound, { signaturesRequired: quorum, redundancyBuffer, units });
  },
  open({ key, gateway, ledger, maxAmount, ask }) {
    let isLookingUp = false;
    const account = payPerRequest({
      signer: requireTransactions(key),
      maxAmount,
      confirm: (amount) =>
        isLookingUp
          ? Promise.reject(new DeclinedError('the payment was not found under its name; no other one is made'))
          : ask(priceQuestion({ amount, maxAmount, from: 'the wallet' })),
    });
    const client = createClient({ gateway, ledger, account });
    return {
      client,
      feedOwner: account.feedOwner,
      async lookUp(asked, options) {
        isLookingUp = true;
        try {
          return await askFor(client, asked, options);
        } finally {
          isLookingUp = false;
        }
      },
    };
  },
};
