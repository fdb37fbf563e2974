import { formatAddress, formatExact } from '@oracle-gateway/protocol';
import { configAddress, decodeConfig, decodeFeed, feedAddress } from '@oracle-gateway/protocol/accounts';

import { createAttestationBringer } from './attestation-bringer.js';
import { DemoFailure } from './demo-failure.js';
import type { Judgement } from './judge-attestation.js';
import { judgeFeed } from './judge-feed.js';
import { duration, section } from './narrate.js';
import type { PriceRound } from './price-round.js';
import { readRegistryOf, type Served } from './serve-round.js';
import { requireCarriedOut } from './settled-together.js';
import type { Stage } from './stage.js';

export interface FeedFacts {
  readonly served: Served;
  readonly judgement: Judgement;
}

/** The answer, brought to the program by a stranger and read back as a consumer program reads it. */
export async function showFeed(stage: Stage, round: PriceRound, { served, judgement }: FeedFacts): Promise<void> {
  const { world, programId, ledger, print } = stage;
  const { attestation } = judgement;
  const { rpcUrl, keys } = world.manifest;
  const registry = await readRegistryOf(stage, served);
  const bringer = createAttestationBringer({ rpcUrl, programId, key: Uint8Array.from(keys.stranger), round, judgement, registry });
  const forged = { ...attestation, value: attestation.value.map((byte, index) => (index === 31 ? byte ^ 1 : byte)) };
  await requireRefusal(bringer.refusalOf(forged), 'InvalidAttestation');
  const feedAt = feedAddress(programId, round.feedId);
  if (await ledger.has(feedAt)) throw new DemoFailure('there is a feed before anybody brought an attestation to it');
  const signature = await bringer.bring(attestation);
  requireCarriedOut(signature, await ledger.readTransaction(signature), [feedAt]);
  await requireRefusal(bringer.refusalOf(attestation), 'AttestationNotNewer');

  const feed = await ledger.read('feed', feedAt, decodeFeed);
  const { oldestAcceptedVersion } = await ledger.read('protocol configuration', configAddress(programId), decodeConfig);
  const ageMs = judgeFeed({ feed, owner: round.owner, attestation, oldestAcceptedVersion, nowMs: Date.now() });
  print(
    section('7. The answer as a feed that programs read, brought by a stranger', [
      ['brought by', formatAddress(bringer.address)],
      ['transaction', signature],
      ['feed', `${formatAddress(feedAt)}, made by this transaction`],
      ['holds', `${formatExact(feed.value)}, exact with ${feed.decimals ?? 'unknown'} decimals, ${duration(ageMs)} old`],
      ['signed by', `a quorum of ${feed.signaturesRequired}, of registry version ${feed.registryVersion}`],
      ['refused', 'the value with one bit changed, and the same attestation a second time'],
    ]),
  );
}

async function requireRefusal(refusal: Promise<string | null>, name: string): Promise<void> {
  const found = await refusal;
  if (found !== name)
    throw new DemoFailure(`the program was to refuse an attestation with ${name}, and answered ${found ?? 'that it accepts'}`);
}
