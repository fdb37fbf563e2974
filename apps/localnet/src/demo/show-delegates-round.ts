import { formatAddress } from '@oracle-gateway/protocol';
import { decodeDelegate, delegateAddress, delegateRoundsLeft, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { grouped, section } from './narrate.js';
import type { PriceRound } from './price-round.js';
import { readReceipt, readRoundsLeft } from './read-receipt.js';
import { execute, judge } from './serve-round.js';
import type { Stage } from './stage.js';

async function readQuotas(stage: Stage, round: PriceRound): Promise<{ readonly subscription: bigint; readonly delegate: bigint }> {
  const { ledger, programId } = stage;
  const delegateAt = delegateAddress(programId, subscriptionAddress(programId, round.subscriptionOwner), round.owner);
  return {
    subscription: await readRoundsLeft(stage, round),
    delegate: delegateRoundsLeft(await ledger.read('delegate', delegateAt, decodeDelegate)),
  };
}

/** The same source in the same second, asked for by a delegate of the subscription: a feed and a round of its own. */
export async function showDelegatesRound(stage: Stage, round: PriceRound): Promise<void> {
  const before = await readQuotas(stage, round);
  const served = await execute(stage, round);
  const judgement = await judge(stage, round, served);
  await awaitSettlement(stage.client, served.roundId);
  await readReceipt(stage, round, judgement);
  const after = await readQuotas(stage, round);
  if (after.subscription !== before.subscription - 1n || after.delegate !== before.delegate - 1n)
    throw new DemoFailure("the delegate's round was not taken once from the subscription and once from the delegate");
  stage.print(
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
