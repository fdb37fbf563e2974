import { setTimeout as delay } from 'node:timers/promises';

import { administer, carryOutChange, type Change } from '@oracle-gateway/admin';
import type { ListRound } from '@oracle-gateway/client';
import { parseFlatRoundResult } from '@oracle-gateway/gateway-api/parsers';
import { instructions, signerFromSecretKey } from '@oracle-gateway/ledger';
import { deriveFeedId, fromHex, type ListEntry, listValue, parseApiConfig, unixMs, SOURCE_FORM } from '@oracle-gateway/protocol';
import { equalBytes, listSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { decodeFeed, feedAddress } from '@oracle-gateway/protocol/accounts';
import { aggregatePublicKeys, type Attestation } from '@oracle-gateway/schnorr';

import { checkAttestation, type CheckedAttestation } from './check-attestation.js';
import type { DemoCaller, DemoContext } from './demo-context.js';
import { DemoFailure } from './demo-failure.js';
import { formatDuration, formatGrouped, section } from './format.js';
import { readRoundsLeft } from './read-receipt.js';
import { failDemo, readKeys } from './serve-round.js';
import { requireCarriedOut } from './settled-together.js';

const PROVIDER = 'frankfurter';
const COMPUTE_UNIT_LIMIT = 600_000;
/** A cluster's clock can be seconds behind the gateway's. */
const MAX_TRIES = 30;
const BETWEEN_TRIES_MS = 1_000;

/** A list that was served, and what the nodes signed for each of its sources. */
export interface ServedList {
  readonly round: ListRound;
  readonly subject: Subject;
  readonly entries: readonly ListEntry[];
  readonly checked: CheckedAttestation;
  readonly servedMs: number;
}

/** Asks for all rates of a provider in one round. Then verifies values and signature without the client. Throws DemoFailure. */
export async function serveDemoList(context: DemoContext, { client, feedOwner }: DemoCaller, quorum: number): Promise<ServedList> {
  const { flows } = await client.provider(PROVIDER).catch(failDemo);
  const sources = (flows[0]?.feeds ?? []).map(({ apiConfig }) => parseApiConfig(apiConfig));
  const subject = listSubject(sources);
  const startedAtMs = performance.now();
  const round = await client.values(sources, { quorum }).catch(failDemo);
  const servedMs = performance.now() - startedAtMs;
  const { data } = parseFlatRoundResult(round.answer);
  const entries = subject.sources.map(({ sourceId }, place): ListEntry => {
    const told = data.values?.[place];
    if (told === undefined || !('valuePacked' in told)) throw new DemoFailure('a source of the list has no value');
    return { sourceId, value: fromHex(told.valuePacked, 32) };
  });
  const { sourceId, form } = subject;
  const attestation: Attestation = {
    ...{ sourceId, form, signaturesRequired: quorum, value: listValue(entries) },
    feedId: deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired: quorum }),
    timestampMs: unixMs(round.timestampMs),
    observedAtMs: unixMs(data.observedAt),
    registryVersion: BigInt(data.registryVersion),
    signersBitmap: fromHex(data.signersBitmap, 32),
    s: fromHex(data.s, 32),
    commitment: fromHex(data.commitmentAddr, 20),
  };
  const checked = checkAttestation(attestation, await readKeys(context, round.registryVersion));
  return { round, subject, entries, checked, servedMs };
}

/** Shows one round with several values, and one transaction that writes the feed of each. */
export async function showList(context: DemoContext, caller: DemoCaller, quorum: number): Promise<void> {
  const { ledger, programId, print } = context;
  const before = await readRoundsLeft(context, caller.feedOwner);
  const served = await serveDemoList(context, caller, quorum);
  const { entries, round } = served;
  const signature = await submitList(context, caller, served);
  const feeds = entries.map(({ sourceId }) =>
    feedAddress(programId, deriveFeedId({ owner: caller.feedOwner, sourceId, signaturesRequired: quorum })),
  );
  requireCarriedOut(signature, await ledger.readTransaction(signature), feeds);
  for (const [place, { value }] of entries.entries()) {
    const feed = await ledger.read('feed', feeds[place] ?? programId, decodeFeed);
    const holds =
      value !== null && equalBytes(feed.value, value) && feed.form === SOURCE_FORM && feed.observedAtMs === BigInt(round.observedAtMs);
    if (!holds) throw new DemoFailure(`the feed of source ${place} does not hold its value of the list`);
  }
  const settled = await round.settled().catch(failDemo);
  if (settled.kind !== 'settled') throw new DemoFailure('the list was not settled');
  const after = await readRoundsLeft(context, caller.feedOwner);
  requirePaid(before, after, entries.length);
  print(
    section('13. Several values under one signature', [
      ['sources', `${entries.length} reference rates of the provider ${PROVIDER}`],
      ['served', `after ${formatDuration(served.servedMs)}, each verified by the client, and again by the demo`],
      ['values', round.values.map((one) => ('value' in one ? one.value : 'none')).join(', ')],
      [
        'paid',
        `${entries.length} rounds of the subscription by one settlement: ${formatGrouped(before)} before, ${formatGrouped(after)} now`,
      ],
      ['transaction', signature],
      ['wrote', `${feeds.length} feeds: those that a round of each source alone would have`],
    ]),
  );
}

/** Throws DemoFailure unless the subscription paid a round for each source. */
export function requirePaid(before: bigint, after: bigint, sources: number): void {
  if (before - after !== BigInt(sources)) throw new DemoFailure(`the subscription did not pay ${sources} rounds`);
}

/** Writes all values by one `submit_many`, signed by an unrelated key. Returns the transaction's signature. */
async function submitList({ world, programId, ...context }: DemoContext, { feedOwner }: DemoCaller, served: ServedList): Promise<string> {
  const { rpcUrl, keys } = world.manifest;
  const { attestation, signers } = served.checked;
  const { registry } = await readKeys({ world, programId, ...context }, Number(attestation.registryVersion));
  const signer = signerFromSecretKey(Uint8Array.from(keys.stranger));
  const nodeKeys = registry.keys.flatMap((key, index) => (key !== null && signers.includes(index) ? [key] : []));
  const instruction = instructions.submitMany({
    ...attestation,
    ...{ programId, payer: signer.address, feedOwner, sources: served.entries.length, groups: [{ entries: served.entries }] },
    timestampMs: BigInt(attestation.timestampMs),
    observedAtMs: BigInt(attestation.observedAtMs),
    registryCount: registry.keys.length,
    keyForm: { form: 'sum', aggregateKey: aggregatePublicKeys(nodeKeys) },
  });
  const change: Change = { kind: 'change', effects: [], instructions: [instruction], creates: [], payment: null };
  const ledger = administer({ programId, server: { rpcUrl }, signer });
  for (let tries = 1; ; tries += 1) {
    const outcome = await carryOutChange(ledger, change, { computeUnitLimit: COMPUTE_UNIT_LIMIT });
    if (outcome.kind === 'done') return outcome.signature;
    const isAhead = outcome.kind === 'refused' && outcome.refusal.kind === 'program' && outcome.refusal.name === 'AttestationAhead';
    if (!isAhead || tries >= MAX_TRIES) throw new DemoFailure(`the list was not written to its feeds: ${outcome.kind}`);
    await delay(BETWEEN_TRIES_MS);
  }
}
