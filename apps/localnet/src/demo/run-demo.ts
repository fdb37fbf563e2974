import { delegate, keypairSigner, owner } from '@oracle-gateway/client';

import type { World } from '../world/world.js';
import type { ManifestKey } from '../world/manifest.js';
import { steadyPrice } from './asked-price.js';
import { openDemoContext } from './demo-context.js';
import { readRoundsLeft } from './read-receipt.js';
import { serveDemoRound, type DemoQuestion } from './serve-round.js';
import { showAgentsRound } from './show-agents-round.js';
import { showAnswer } from './show-answer.js';
import { roundsOfBatch, showBatch } from './show-batch.js';
import { showDelegatesRound } from './show-delegates-round.js';
import { showFeed } from './show-feed.js';
import { showIndex } from './show-index.js';
import { showList } from './show-list.js';
import { showOnChain } from './show-on-chain.js';
import { showPaidRound, showPaywalledRound } from './show-paid-rounds.js';
import { showPrivateSource } from './show-private-source.js';
import { showProvider } from './show-provider.js';
import { showRequest } from './show-request.js';
import { showSession } from './show-session.js';
import { showSettlement } from './show-settlement.js';
import { showWhereToLook } from './show-where-to-look.js';

const QUORUM = 3;

export interface DemoOptions {
  /** The world goes on after the demo. */
  readonly staysUp: boolean;
  /** Also show an answer on chain. */
  readonly evm?: boolean;
}

/** Runs one step per capability, as a user of the client does, and checks every claim that it prints. Throws DemoFailure. */
export async function runDemo(world: World, print: (text: string) => void, options: DemoOptions): Promise<void> {
  const { manifest } = world;
  const context = openDemoContext(world, print);
  const keyOf = (name: ManifestKey): Uint8Array => Uint8Array.from(manifest.keys[name]);
  const signer = keypairSigner(keyOf('subscriptionOwner'));
  const question: DemoQuestion = { source: steadyPrice(manifest.sources.price), quorum: Math.min(QUORUM, manifest.nodes.length) };

  const caller = context.connect(owner({ signer }));
  const roundsBefore = await readRoundsLeft(context, caller.feedOwner);
  showRequest(context, caller, question);
  const served = await serveDemoRound(context, caller, question);
  const answeredAtMs = performance.now();
  await showAnswer(context, served);
  await showSettlement(context, served, { roundsBefore, answeredAtMs });

  const delegated = delegate({ signer: keypairSigner(keyOf('delegate')), subscriptionOwner: signer.address });
  await showDelegatesRound(context, context.connect(delegated), question, caller.feedOwner);
  await showBatch(context, caller, question, roundsOfBatch(manifest.pids.worker.length));
  await showFeed(context, served);
  await showAgentsRound(context, keyOf('agentPayer'), question);
  await showPrivateSource(context, caller, question.quorum);
  // The gateway accepts no payments without a facilitator.
  if (world.facilitator !== null) {
    await showPaidRound(context, keyOf('x402Payer'), question);
    await showPaywalledRound(context, keyOf('x402Payer'), question.quorum);
  }
  await showProvider(context, caller);
  await showList(context, caller, question.quorum);
  await showIndex(context, caller);
  await showSession(context, keyOf('subscriptionOwner'), question);
  if (options.evm === true) await showOnChain(context, caller, question);
  const title = options.staysUp ? 'Where to look next' : 'Where to look next in a world started without --once';
  showWhereToLook(context, served.round.roundId, title);
}
