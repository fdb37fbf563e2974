import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { formatGrouped, section } from './format.js';
import { readSettledReceipt, readRoundsLeft } from './read-receipt.js';
import { serveDemoRound, type DemoQuestion } from './serve-round.js';
import { groupByTransaction, requireCarriedOut, type SettledRound } from './settled-together.js';
import type { DemoCaller, DemoContext } from './demo-context.js';

/** Enough rounds that at least one worker gets two in one interval. */
export function roundsOfBatch(workers: number): number {
  return 6 + 2 * workers;
}

/** Sends rounds of one owner in parallel; the client takes another second for each. Rounds that are due together share a transaction. */
export async function showBatch(context: DemoContext, caller: DemoCaller, question: DemoQuestion, count: number): Promise<void> {
  const roundsBefore = await readRoundsLeft(context, caller.feedOwner);
  const settled = await Promise.all(Array.from({ length: count }, () => settle(context, caller, question)));
  const batches = groupByTransaction(settled);
  const fees = await Promise.all(
    batches.map(async (batch) => {
      const transaction = await context.ledger.readTransaction(batch.signature);
      requireCarriedOut(batch.signature, transaction, batch.receipts);
      return transaction.feeLamports;
    }),
  );
  const [largest, fee] = [batches[0], fees[0]];
  if (largest === undefined || fee === undefined || largest.receipts.length < 2)
    throw new DemoFailure(`${count} rounds were settled in ${batches.length} transactions, no two of them together`);
  const roundsLeft = await readRoundsLeft(context, caller.feedOwner);
  if (roundsLeft !== roundsBefore - BigInt(count))
    throw new DemoFailure(`${count} rounds took the subscription from ${roundsBefore} to ${roundsLeft} rounds`);
  const together = largest.receipts.length;
  context.print(
    section('6. Several rounds at once, settled together', [
      ['asked for', `${count} other seconds of the same price, side by side; each verified like the first`],
      ['settled', `${settled.length} receipts; transactions: ${batches.length}`],
      ['transaction', largest.signature],
      ['settles', `${together} rounds, whose receipts it names`],
      ['fee', `${formatGrouped(fee)} lamports, ${formatGrouped(fee / BigInt(together))} for each of its rounds`],
      ['paid', `one round of the subscription each: ${formatGrouped(roundsBefore)} before, ${formatGrouped(roundsLeft)} now`],
    ]),
  );
}

async function settle(context: DemoContext, caller: DemoCaller, question: DemoQuestion): Promise<SettledRound> {
  const served = await serveDemoRound(context, caller, question);
  const { signature } = await awaitSettlement(served.round);
  const { address } = await readSettledReceipt(context, served);
  return { receipt: address, signature };
}
