import { agent, createClient, type EscrowTerms } from '@oracle-gateway/client';
import { payIntoEscrow } from '@oracle-gateway/client/wallet';
import { agentRoundPrice } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { priceQuestion } from '../spending/question.js';
import { requireTransactions } from '../wallets/wallet-key.js';
import type { Way, WayInput } from './way.js';

export const escrow: Way = {
  title: 'An escrow',
  about: 'The wallet pays into an escrow with this gateway, and signs each round with its exact price.',
  spends: true,
  needsTransactions: true,
  isServed: ({ paths }) => paths.agent,
  price({ agentRoundBase, agentRoundPerSig }, { quorum, units }) {
    const perRound = { agentRoundBase: BigInt(agentRoundBase), agentRoundPerSig: BigInt(agentRoundPerSig) };
    return agentRoundPrice(perRound, { signaturesRequired: quorum, units });
  },
  open(input) {
    const { key, gateway, ledger, maxAmount, ask } = input;
    const account = agent({
      signer: key,
      maxAmount,
      allowance: { take: (amount) => ask(priceQuestion({ amount, maxAmount, from: 'the escrow' })) },
      fund: (missing) => fund(input, missing),
    });
    return { client: createClient({ gateway, ledger, account }), feedOwner: account.feedOwner };
  },
};

async function fund({ key, ledger, ask }: WayInput, missing: EscrowTerms): Promise<void> {
  await ask({
    title: `The escrow lacks ${formatMoney(missing.amount)}`,
    lines: [
      `The sum goes from the wallet to the escrow ${missing.escrow}, and stays there until rounds use it.`,
      'The wallet pays the fee of the transaction in SOL, and the rent of the escrow’s token account where that is missing.',
    ],
    yes: `Pay ${formatMoney(missing.amount)} into the escrow`,
  });
  await payIntoEscrow({ signer: requireTransactions(key), rpcUrl: ledger.rpcUrl }, missing);
}
