import { formatAddress, formatExact } from '@oracle-gateway/protocol';
import { configAddress, decodeConfig, decodeFeed, feedAddress } from '@oracle-gateway/protocol/accounts';

import { createAttestationSubmitter } from './attestation-submitter.js';
import { DemoFailure } from './demo-failure.js';
import { checkDemoFeed } from './check-feed.js';
import { formatDuration, section } from './format.js';
import { readKeys, type Served } from './serve-round.js';
import { requireCarriedOut } from './settled-together.js';
import type { DemoContext } from './demo-context.js';

/** Submits the answer with an unrelated key and reads the feed back as a consumer program does. */
export async function showFeed(context: DemoContext, { round, asked, checked }: Served): Promise<void> {
  const { world, programId, ledger, print } = context;
  const { attestation } = checked;
  const { rpcUrl, keys } = world.manifest;
  const { registry } = await readKeys(context, round.registryVersion);
  const submitter = createAttestationSubmitter({ rpcUrl, programId, key: Uint8Array.from(keys.stranger), asked, checked, registry });
  const forged = { ...attestation, value: attestation.value.map((byte, index) => (index === 31 ? byte ^ 1 : byte)) };
  await requireRefusal(submitter.refusalOf(forged), 'InvalidAttestation');
  const feedAt = feedAddress(programId, asked.feedId);
  if (await ledger.has(feedAt)) throw new DemoFailure('the feed exists before the first attestation was submitted');
  const signature = await submitter.submit(attestation);
  requireCarriedOut(signature, await ledger.readTransaction(signature), [feedAt]);
  const feed = await ledger.read('feed', feedAt, decodeFeed);
  const again = await submitter.submit(attestation);
  if ((await ledger.read('feed', feedAt, decodeFeed)).slot !== feed.slot) throw new DemoFailure('a value that is not newer was written');
  const { oldestAcceptedVersion } = await ledger.read('protocol configuration', configAddress(programId), decodeConfig);
  const ageMs = checkDemoFeed({ feed, owner: asked.owner, attestation, oldestAcceptedVersion, nowMs: Date.now() });
  print(
    section('7. The answer as a feed that programs read, submitted by an unrelated key', [
      ['submitted by', formatAddress(submitter.address)],
      ['transaction', signature],
      ['feed', `${formatAddress(feedAt)}, made by this transaction`],
      ['holds', `${formatExact(feed.value)}, exact with ${feed.decimals ?? 'unknown'} decimals, ${formatDuration(ageMs)} old`],
      ['signed by', `a quorum of ${feed.signaturesRequired}, of registry version ${feed.registryVersion}`],
      ['refused', 'the value with one bit changed'],
      ['again', again],
      ['wrote', 'nothing: the same attestation is not newer'],
    ]),
  );
}

async function requireRefusal(refusal: Promise<string | null>, name: string): Promise<void> {
  const found = await refusal;
  if (found !== name)
    throw new DemoFailure(`expected the program to refuse the attestation with ${name}; it answered ${found ?? 'that it accepts'}`);
}
