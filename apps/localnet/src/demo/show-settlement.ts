import { formatAddress } from '@oracle-gateway/protocol';

import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';
import type { Judgement } from './judge-attestation.js';
import { duration, grouped, section } from './narrate.js';
import type { PriceRound } from './price-round.js';
import { readReceipt, readRoundsLeft } from './read-receipt.js';
import type { Served } from './serve-round.js';
import type { Stage } from './stage.js';

export interface SettlementFacts {
  readonly served: Served;
  readonly judgement: Judgement;
  readonly roundsBefore: bigint;
  readonly answeredAtMs: number;
}

export async function showSettlement(stage: Stage, round: PriceRound, facts: SettlementFacts): Promise<void> {
  const { signature, slot } = await awaitSettlement(stage.client, facts.served.roundId);
  const settledMs = performance.now() - facts.answeredAtMs;
  const receipt = await readReceipt(stage, round, facts.judgement);
  const roundsLeft = await readRoundsLeft(stage, round);
  if (roundsLeft !== facts.roundsBefore - 1n)
    throw new DemoFailure(`the subscription went from ${facts.roundsBefore} to ${roundsLeft} rounds`);
  stage.print(
    section(`4. Settled on the ledger, ${duration(settledMs)} after the answer`, [
      ['transaction', signature],
      ['slot', slot === null ? 'unknown' : String(slot)],
      ['receipt', formatAddress(receipt.address)],
      ['holds', receipt.message],
      ['that is', 'the very message the nodes signed'],
      ['paid', `one round of the subscription: ${grouped(facts.roundsBefore)} before, ${grouped(roundsLeft)} now`],
    ]),
  );
}
