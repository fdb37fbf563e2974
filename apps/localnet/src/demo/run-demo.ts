import { addressOf } from '../base/keypair.js';
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
import { showSession } from './show-session.js';
import { showSettlement } from './show-settlement.js';
import { showWhereToLook } from './show-where-to-look.js';
import { openDemoContext } from './demo-context.js';

const QUORUM = 3;

/** Runs one step per capability and checks every claim that it prints. Throws DemoFailure. */
export async function runDemo(world: World, print: (text: string) => void, options: { readonly staysUp: boolean }): Promise<void> {
  const { manifest } = world;
  const context = openDemoContext(world, print);
  const ownerKey = Uint8Array.from(manifest.keys.subscriptionOwner);
  const terms = {
    sourceUrl: manifest.sources.price,
    signaturesRequired: Math.min(QUORUM, manifest.nodes.length),
    registryVersion: manifest.registryVersion,
    timestampSeconds: Math.floor(Date.now() / 1_000),
  };
  const round = preparePriceRound({ ...terms, ownerKey });
  const roundsBefore = await readRoundsLeft(context, round);
  showRequest(context, round);
  const served = await execute(context, round);
  const checked = await showAnswer(context, round, served);
  await showSettlement(context, round, { served, checked, roundsBefore, answeredAtMs: performance.now() });

  const delegateKey = Uint8Array.from(manifest.keys.delegate);
  await showDelegatesRound(context, preparePriceRound({ ...terms, ownerKey: delegateKey, subscriptionOwner: addressOf(ownerKey) }));

  const secondsAgo = Array.from({ length: roundsOfBatch(manifest.pids.worker.length) }, (_, index) => index + 1);
  const earlier = secondsAgo.map((seconds) =>
    preparePriceRound({ ...terms, ownerKey, timestampSeconds: terms.timestampSeconds - seconds }),
  );
  await showBatch(context, earlier, round);
  await showFeed(context, round, { served, checked });
  await showAgentsRound(context, Uint8Array.from(manifest.keys.agentPayer), terms);
  await showPrivateSource(context, ownerKey, terms);
  // Without a facilitator the gateway accepts no payments.
  if (world.facilitator !== null) await showPaidRounds(context, Uint8Array.from(manifest.keys.x402Payer), terms);
  await showProvider(context, ownerKey, terms);
  await showSession(context, ownerKey, terms);
  showWhereToLook(context, served.roundId, options.staysUp ? 'Where to look next' : 'Where to look next in a world started without --once');
}
