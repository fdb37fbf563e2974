import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { decodeDelegate, delegateAddress, delegateRoundsLeft, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { formatGrouped, section } from './format.js';
import { readSettledReceipt, readRoundsLeft } from './read-receipt.js';
import { serveDemoRound, type DemoQuestion } from './serve-round.js';
import type { DemoCaller, DemoContext } from './demo-context.js';

interface Parties {
  readonly subscriptionOwner: Address;
  readonly delegate: Address;
}

async function readQuotas(
  context: DemoContext,
  { subscriptionOwner, delegate }: Parties,
): Promise<{ readonly subscription: bigint; readonly delegate: bigint }> {
  const { ledger, programId } = context;
  const delegateAt = delegateAddress(programId, subscriptionAddress(programId, subscriptionOwner), delegate);
  return {
    subscription: await readRoundsLeft(context, subscriptionOwner),
    delegate: delegateRoundsLeft(await ledger.read('delegate', delegateAt, decodeDelegate)),
  };
}

/** Requests the same source as a delegate, which has its own feed and round. */
export async function showDelegatesRound(
  context: DemoContext,
  caller: DemoCaller,
  question: DemoQuestion,
  subscriptionOwner: Address,
): Promise<void> {
  const parties = { subscriptionOwner, delegate: caller.feedOwner };
  const before = await readQuotas(context, parties);
  const served = await serveDemoRound(context, caller, question);
  await awaitSettlement(served.round);
  const { address } = await readSettledReceipt(context, served);
  const after = await readQuotas(context, parties);
  if (after.subscription !== before.subscription - 1n || after.delegate !== before.delegate - 1n)
    throw new DemoFailure("the delegate's round was not taken once from the subscription and once from the delegate");
  context.print(
    section('5. The same price, asked for by a delegate of that subscription', [
      ['delegate', formatAddress(parties.delegate)],
      ['value', `${served.round.value}, verified and settled like the first`],
      ['receipt', formatAddress(address)],
      [
        'paid',
        `one round of the subscription, ${formatGrouped(after.subscription)} left, and one of the delegate's, ${formatGrouped(after.delegate)} left`,
      ],
    ]),
  );
}
