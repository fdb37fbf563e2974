import { formatAddress } from '@oracle-gateway/protocol';
import { decodeDelegate, delegateAddress, delegateRoundsLeft, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { grouped, section } from './format.js';
import type { PriceRound } from './price-round.js';
import { readReceipt, readRoundsLeft } from './read-receipt.js';
import { execute, verifyServed } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

async function readQuotas(context: DemoContext, round: PriceRound): Promise<{ readonly subscription: bigint; readonly delegate: bigint }> {
  const { ledger, programId } = context;
  const delegateAt = delegateAddress(programId, subscriptionAddress(programId, round.subscriptionOwner), round.owner);
  return {
    subscription: await readRoundsLeft(context, round),
    delegate: delegateRoundsLeft(await ledger.read('delegate', delegateAt, decodeDelegate)),
  };
}

/** Requests the same source in the same second as a delegate, which has its own feed and round. */
export async function showDelegatesRound(context: DemoContext, round: PriceRound): Promise<void> {
  const before = await readQuotas(context, round);
  const served = await execute(context, round);
  const checked = await verifyServed(context, round, served);
  await awaitSettlement(context.client, served.roundId);
  await readReceipt(context, round, checked);
  const after = await readQuotas(context, round);
  if (after.subscription !== before.subscription - 1n || after.delegate !== before.delegate - 1n)
    throw new DemoFailure("the delegate's round was not taken once from the subscription and once from the delegate");
  context.print(
    section('5. The same price in the same second, asked for by a delegate of that subscription', [
      ['delegate', formatAddress(round.owner)],
      ['value', `${served.answer.data.value}, verified and settled like the first`],
      ['receipt', served.roundId],
      [
        'paid',
        `one round of the subscription, ${grouped(after.subscription)} left, and one of the delegate's, ${grouped(after.delegate)} left`,
      ],
    ]),
  );
}
