import { agent, keypairSigner } from '@oracle-gateway/client';
import { parseAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { decodeAgentRound } from '@oracle-gateway/protocol/accounts';

import type { SecretKey } from '../base/keypair.js';
import { createAgentWallet, type AgentWallet } from './agent-wallet.js';
import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { formatDuration, formatGrouped, section } from './format.js';
import { serveDemoRound, type DemoQuestion, type Served } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

interface Funding {
  readonly missing: bigint;
  readonly payTo: string;
  /** Base58: the transaction that paid. */
  readonly payment: string;
  readonly escrow: bigint;
  readonly treasury: bigint;
}

/** A new agent hears what its escrow lacks, pays that in, and is served. The round costs exactly the price. */
export async function showAgentsRound(context: DemoContext, payerKey: SecretKey, question: DemoQuestion): Promise<void> {
  const { world, print } = context;
  const { rpcUrl, wsUrl, treasuryTokenAccount, prices } = world.manifest;
  const wallet = createAgentWallet({ rpcUrl, wsUrl, key: payerKey });
  const price = BigInt(prices.agentRoundBase) + BigInt(question.quorum) * BigInt(prices.agentRoundPerSig);
  const fundings: Funding[] = [];
  const account = agent({
    signer: keypairSigner(payerKey),
    maxAmount: price,
    async fund({ amount, payTo, asset, escrow }) {
      const payment = await wallet.pay({ payTo, asset, agent: escrow, amountAtomic: amount });
      fundings.push({ missing: amount, payTo, payment, ...(await balances(wallet, { payTo, treasuryTokenAccount })) });
    },
  });
  const served = await serveDemoRound(context, context.connect(account), question);
  const [funding] = fundings;
  if (funding === undefined || fundings.length > 1)
    throw new DemoFailure(`a new agent was asked ${fundings.length} times to pay into its escrow`);
  const { signature } = await awaitSettlement(served.round);
  await requireRoundAccount(context, served);
  const after = await balances(wallet, { payTo: funding.payTo, treasuryTokenAccount });
  if (after.escrow !== funding.escrow - price || after.treasury !== funding.treasury + price)
    throw new DemoFailure(`a round of ${price} atomic units took the escrow from ${funding.escrow} to ${after.escrow}`);
  print(
    section('8. A round that an agent pays for from a new escrow', [
      ['agent', account.feedOwner],
      ['limit', `${formatGrouped(price)} atomic units a round: the client signs no more`],
      ['missing', `${formatGrouped(funding.missing)} atomic units, by terms that the client compared with the ledger`],
      ['paid in', `to ${funding.payTo}, made by the same transaction`],
      ['transaction', funding.payment],
      ['served', `after ${formatDuration(served.servedMs)}, payment included: ${served.round.value}, verified like the first`],
      ['settled', signature],
      ['paid', `the escrow held ${formatGrouped(funding.escrow)} atomic units, and holds ${formatGrouped(after.escrow)} now`],
    ]),
  );
}

async function balances(wallet: AgentWallet, input: { readonly payTo: string; readonly treasuryTokenAccount: string }) {
  return { escrow: await wallet.balanceOf(input.payTo), treasury: await wallet.balanceOf(input.treasuryTokenAccount) };
}

/** The account that the settlement created must hold the message that the nodes signed. */
async function requireRoundAccount({ ledger }: DemoContext, { round, checked }: Served): Promise<void> {
  const { message } = await ledger.read('agent round', parseAddress(round.roundId), decodeAgentRound);
  if (!equalBytes(message, checked.message))
    throw new DemoFailure('the agent round on the ledger holds another message than the signed one');
}
