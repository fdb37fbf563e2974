import {
  attestationMessage,
  type DeploymentId,
  deriveFeedId,
  deriveSessionId,
  formatAddress,
  toAddress,
  toHex,
  unixMs,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { type SubjectSource, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { countingRandom, filled } from '../tests/bytes.js';
import { aggregation, FIXED_AT_MS, honestCheck, observationOf, signingKeyOf, subject } from '../tests/observations.js';
import { judgeObservations } from './judge-observations.js';
import { replayRound, type ReplayInput, type ReplayRefusal, type RoundEvidence } from './replay-round.js';
import { createNoncePair } from './signing/nonce-pair.js';
import { signPartial } from './signing/partial.js';
import { prepareSession } from './signing/prepare-session.js';
import { sumPartials } from './signing/sum-partials.js';

const [{ apiConfig }] = subject.sources as [SubjectSource];
const deploymentId = filled(32, 3) as DeploymentId;
const gateway = toAddress(filled(32, 4));
const registry = { version: 7n, minSigners: 2, keys: honestCheck.registry.keys };
const SIGNERS = [0, 2, 4];

/** A round as a gateway runs it: four were asked, one of them is an outlier, three sign. */
function servedRound(prices: readonly (readonly [index: number, price: number])[], eligible: readonly number[]): RoundEvidence {
  const { sourceId } = subject;
  const feedId = deriveFeedId({ owner: toAddress(filled(32, 5)), sourceId, signaturesRequired: 3 });
  const times = { timestampMs: unixMs(FIXED_AT_MS - 2_000), observedAtMs: unixMs(FIXED_AT_MS - 900) };
  const statement = {
    deploymentId,
    feedId,
    sourceId,
    signaturesRequired: 3,
    registryVersion: registry.version,
    form: SOURCE_FORM,
    ...times,
  };
  const gatewayNonce = filled(16, 6);
  const sessionId = deriveSessionId({ ...statement, gateway, eligible, gatewayNonce });
  const observations = prices.map(([index, price]) => observationOf(index, price, sessionId));
  const set = { fixedAtMs: unixMs(FIXED_AT_MS), observations };
  const ruled = judgeObservations({ sessionId, eligible, registry, subject, quorum: 3, set, signers: SIGNERS });
  if (!ruled.ok) throw new Error(ruled.reason);
  const made = SIGNERS.map((index) => {
    const signingKey = signingKeyOf(index);
    return { index, signingKey, ...createNoncePair({ signingKey, sessionId, attempt: 0 }, { random: countingRandom(index + 40) }) };
  });
  const prepared = prepareSession({
    sessionId,
    attempt: 0,
    message: attestationMessage({ ...statement, value: ruled.value }),
    setHash: ruled.setHash,
    signers: made.map(({ index, signingKey, commitment }) => ({ index, publicKey: signingKey.publicKey, ...commitment })),
  });
  const { s, commitment } = sumPartials(
    prepared,
    made.map(({ index, signingKey, pair }) => signPartial({ prepared, ownIndex: index, signingKey, pair })),
  );
  return {
    gateway: formatAddress(gateway),
    feedId: toHex(feedId),
    sourceId: toHex(sourceId),
    signaturesRequired: 3,
    registryVersion: Number(registry.version),
    ...times,
    eligible,
    gatewayNonce: toHex(gatewayNonce),
    attempt: 0,
    fixedAtMs: FIXED_AT_MS,
    observations: observations.map(({ index, values, signature }) => ({
      index,
      values: values.map((one) => one && { value: toHex(one.value), receivedAtMs: one.receivedAtMs }),
      signature: { s: toHex(signature.s), commitment: toHex(signature.commitment) },
    })),
    survivors: ruled.survivors,
    signers: made.map(({ index, commitment: { D, E } }) => ({ index, d: toHex(D), e: toHex(E) })),
    value: toHex(ruled.value),
    s: toHex(s),
    commitment: toHex(commitment),
  };
}

const PRICES = [
  [0, 10_002],
  [1, 20_000],
  [2, 10_001],
  [4, 10_003],
] as const;
const evidence = servedRound(PRICES, [0, 1, 2, 4]);
const honest: ReplayInput = { evidence, subject, deploymentId, registry };

describe('replayRound', () => {
  it('confirms an honest round', () => {
    expect(replayRound(honest)).toEqual({ ok: true, missing: [] });
  });

  it('names the nodes whose observation is not shown', () => {
    const withheld = servedRound([PRICES[0], PRICES[2], PRICES[3]], [0, 1, 2, 4]);
    expect(replayRound({ ...honest, evidence: withheld })).toEqual({ ok: true, missing: [1] });
  });

  it.each<[string, Partial<ReplayInput>, ReplayRefusal]>([
    ['another source', { subject: sourceSubject({ ...apiConfig, url: 'https://other.example.com/' }) }, 'source'],
    ['another policy', { subject: sourceSubject({ ...apiConfig, aggregation: { ...aggregation, maxDeviationBps: 101 } }) }, 'source'],
    ['another deployment', { deploymentId: filled(32, 9) as DeploymentId }, 'observation_signature'],
    ['keys of another registry', { registry: { ...registry, keys: registry.keys.toReversed() } }, 'observation_signature'],
    ['another registry version', { registry: { ...registry, version: 8n } }, 'registry_version'],
  ])('refuses it for %s', (_what, change, reason) => {
    expect(replayRound({ ...honest, ...change })).toEqual({ ok: false, reason });
  });

  it.each<[string, Partial<RoundEvidence>, ReplayRefusal]>([
    ['a quorum of two', { signaturesRequired: 2 }, 'below_tolerance_quorum'],
    ['another stamp', { observedAtMs: evidence.observedAtMs + 1 }, 'observation_signature'],
    ['another session', { gatewayNonce: toHex(filled(16, 7)) }, 'observation_signature'],
    ['another eligible set', { eligible: [0, 1, 2, 3, 4] }, 'observation_signature'],
    ['an observation less, by which the value moves', { observations: evidence.observations.slice(0, 3) }, 'too_few_survivors'],
    ['a value that the rule does not give', { value: evidence.observations[2]!.values[0]!.value }, 'value'],
    ['other survivors', { survivors: [0, 1, 2, 4] }, 'survivors'],
    ['another signature', { s: toHex(filled(32, 1)) }, 'signature'],
    // The same value and survivors, but not the set that the signers saw.
    ['the outlier left out', { observations: evidence.observations.filter(({ index }) => index !== 1) }, 'nonce_binding'],
    ['another moment', { fixedAtMs: FIXED_AT_MS + 1 }, 'nonce_binding'],
    ['another attempt', { attempt: 1 }, 'nonce_binding'],
    ['a third attempt', { attempt: 2 }, 'nonce_binding'],
    ["another signer's nonces", { signers: evidence.signers.map((one) => ({ ...one, d: one.e, e: one.d })) }, 'nonce_binding'],
  ])('refuses evidence that shows %s', (_what, change, reason) => {
    expect(replayRound({ ...honest, evidence: { ...evidence, ...change } })).toEqual({ ok: false, reason });
  });
});
