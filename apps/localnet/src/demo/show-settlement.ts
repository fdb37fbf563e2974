import { formatAddress } from '@oracle-gateway/protocol';

import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import { formatDuration, formatGrouped, section } from './format.js';
import { readSettledReceipt, readRoundsLeft } from './read-receipt.js';
import type { Served } from './serve-round.js';
import type { DemoContext } from './demo-context.js';

export interface SettlementFacts {
  readonly roundsBefore: bigint;
  readonly answeredAtMs: number;
}

export async function showSettlement(context: DemoContext, served: Served, facts: SettlementFacts): Promise<void> {
  const { signature, slot } = await awaitSettlement(served.round);
  const settledMs = performance.now() - facts.answeredAtMs;
  const receipt = await readSettledReceipt(context, served);
  const roundsLeft = await readRoundsLeft(context, served.asked.owner);
  if (roundsLeft !== facts.roundsBefore - 1n)
    throw new DemoFailure(`the subscription went from ${facts.roundsBefore} to ${roundsLeft} rounds`);
  context.print(
    section(`4. Settled on the ledger, ${formatDuration(settledMs)} after the answer`, [
      ['transaction', signature],
      ['slot', slot === null ? 'unknown' : String(slot)],
      ['receipt', formatAddress(receipt.address)],
      ['holds', receipt.message],
      ['that is', 'the message that the nodes signed'],
      ['paid', `one round of the subscription: ${formatGrouped(facts.roundsBefore)} before, ${formatGrouped(roundsLeft)} now`],
    ]),
  );
}
