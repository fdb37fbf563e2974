import { addressOf } from '../world/keypair.js';
import type { World } from '../world/world.js';
import { preparePriceRound } from './price-round.js';
import { readRoundsLeft } from './read-receipt.js';
import { execute } from './serve-round.js';
import { showAgentsRound } from './show-agents-round.js';
import { showAnswer } from './show-answer.js';
import { roundsOfBatch, showBatch } from './show-batch.js';
import { showDelegatesRound } from './show-delegates-round.js';
import { showFeed } from './show-feed.js';
import { showPaidRounds } from './show-paid-rounds.js';
import { showPrivateSource } from './show-private-source.js';
import { showProvider } from './show-provider.js';
import { showRequest } from './show-request.js';
import { showSettlement } from './show-settlement.js';
import { showWhereToLook } from './show-where-to-look.js';
import { setStage } from './stage.js';

const QUORUM = 3;

/** A round of an owner, one of a delegate, a batch, a feed, a round of an agent, one of a private source, two that are paid per request and one of the catalogue. Checks every claim that it prints. Throws DemoFailure. */
export async function runDemo(world: World, print: (text: string) => void, options: { readonly staysUp: boolean }): Promise<void> {
  const { manifest } = world;
  const stage = setStage(world, print);
  const ownerKey = Uint8Array.from(manifest.keys.subscriptionOwner);
  const terms = {
    sourceUrl: manifest.sources.price,
    signaturesRequired: Math.min(QUORUM, manifest.nodes.length),
    registryVersion: manifest.registryVersion,
    timestampSeconds: Math.floor(Date.now() / 1_000),
  };
  const round = preparePriceRound({ ...terms, ownerKey });
  const roundsBefore = await readRoundsLeft(stage, round);
  showRequest(stage, round);
  const served = await execute(stage, round);
  const judgement = await showAnswer(stage, round, served);
  await showSettlement(stage, round, { served, judgement, roundsBefore, answeredAtMs: performance.now() });

  const delegateKey = Uint8Array.from(manifest.keys.delegate);
  await showDelegatesRound(stage, preparePriceRound({ ...terms, ownerKey: delegateKey, subscriptionOwner: addressOf(ownerKey) }));

  const secondsAgo = Array.from({ length: roundsOfBatch(manifest.pids.worker.length) }, (_, index) => index + 1);
  const earlier = secondsAgo.map((seconds) =>
    preparePriceRound({ ...terms, ownerKey, timestampSeconds: terms.timestampSeconds - seconds }),
  );
  await showBatch(stage, earlier, round);
  await showFeed(stage, round, { served, judgement });
  await showAgentsRound(stage, Uint8Array.from(manifest.keys.agentPayer), terms);
  await showPrivateSource(stage, ownerKey, terms);
  // Where nobody settles payments the gateway takes none.
  if (world.facilitator !== null) await showPaidRounds(stage, Uint8Array.from(manifest.keys.x402Payer), terms);
  await showProvider(stage, ownerKey, terms);
  showWhereToLook(stage, served.roundId, options.staysUp ? 'Where to look next' : 'Where to look next, in a world started without --once');
}
