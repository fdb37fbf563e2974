import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { grouped, section } from './narrate.js';
import type { PriceRound } from './price-round.js';
import { readReceipt, readRoundsLeft } from './read-receipt.js';
import { execute, judge } from './serve-round.js';
import { groupByTransaction, requireCarriedOut, type SettledRound } from './settled-together.js';
import type { Stage } from './stage.js';

/** So many that some worker has two in one of its intervals, even where they are served over a few of them. */
export function roundsOfBatch(workers: number): number {
  return 6 + 2 * workers;
}

/** Rounds of one owner side by side: those that are due together share a transaction. */
export async function showBatch(stage: Stage, rounds: readonly PriceRound[], owner: PriceRound): Promise<void> {
  const roundsBefore = await readRoundsLeft(stage, owner);
  const settled = await Promise.all(rounds.map((round) => settle(stage, round)));
  const batches = groupByTransaction(settled);
  const fees = await Promise.all(
    batches.map(async (batch) => {
      const transaction = await stage.ledger.readTransaction(batch.signature);
      requireCarriedOut(batch.signature, transaction, batch.receipts);
      return transaction.feeLamports;
    }),
  );
  const [largest, fee] = [batches[0], fees[0]];
  if (largest === undefined || fee === undefined || largest.receipts.length < 2)
    throw new DemoFailure(`${rounds.length} rounds were settled in ${batches.length} transactions, no two of them together`);
  const roundsLeft = await readRoundsLeft(stage, owner);
  if (roundsLeft !== roundsBefore - BigInt(rounds.length))
    throw new DemoFailure(`${rounds.length} rounds took the subscription from ${roundsBefore} to ${roundsLeft} rounds`);
  const count = largest.receipts.length;
  stage.print(
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

async function settle(stage: Stage, round: PriceRound): Promise<SettledRound> {
  const served = await execute(stage, round);
  const judgement = await judge(stage, round, served);
  const { signature } = await awaitSettlement(stage.client, served.roundId);
  const { address } = await readReceipt(stage, round, judgement);
  return { receipt: address, signature };
}
