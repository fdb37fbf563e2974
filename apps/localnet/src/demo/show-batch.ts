import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { grouped, section } from './format.js';
import type { PriceRound } from './price-round.js';
import { readReceipt, readRoundsLeft } from './read-receipt.js';
import { execute, verifyServed } from './serve-round.js';
import { groupByTransaction, requireCarriedOut, type SettledRound } from './settled-together.js';
import type { DemoContext } from './demo-context.js';

/** Enough rounds that at least one worker gets two in one interval. */
export function roundsOfBatch(workers: number): number {
  return 6 + 2 * workers;
}

/** Sends rounds of one owner in parallel. Rounds that are due together share a transaction. */
export async function showBatch(context: DemoContext, rounds: readonly PriceRound[], owner: PriceRound): Promise<void> {
  const roundsBefore = await readRoundsLeft(context, owner);
  const settled = await Promise.all(rounds.map((round) => settle(context, round)));
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
    throw new DemoFailure(`${rounds.length} rounds were settled in ${batches.length} transactions, no two of them together`);
  const roundsLeft = await readRoundsLeft(context, owner);
  if (roundsLeft !== roundsBefore - BigInt(rounds.length))
    throw new DemoFailure(`${rounds.length} rounds took the subscription from ${roundsBefore} to ${roundsLeft} rounds`);
  const count = largest.receipts.length;
  context.print(
    section('6. Several rounds at once, settled together', [
      ['asked for', `${rounds.length} other seconds of the same price, side by side; each verified like the first`],
      ['settled', `${settled.length} receipts; transactions: ${batches.length}`],
      ['transaction', largest.signature],
      ['settles', `${count} rounds, whose receipts it names`],
      ['fee', `${grouped(fee)} lamports, ${grouped(fee / BigInt(count))} for each of its rounds`],
      ['paid', `one round of the subscription each: ${grouped(roundsBefore)} before, ${grouped(roundsLeft)} now`],
    ]),
  );
}

async function settle(context: DemoContext, round: PriceRound): Promise<SettledRound> {
  const served = await execute(context, round);
  const checked = await verifyServed(context, round, served);
  const { signature } = await awaitSettlement(context.client, served.roundId);
  const { address } = await readReceipt(context, round, checked);
  return { receipt: address, signature };
}
