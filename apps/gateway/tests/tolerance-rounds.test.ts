import { operations } from '@oracle-gateway/gateway-api';
import {
  deriveDeploymentId,
  deriveFeedId,
  deriveSourceId,
  fromHex,
  packTolerance,
  parseDecimal,
  signersOf,
  toHex,
  toUnixMs,
  unixMs,
  unixSeconds,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { replayRound, verifyAttestation } from '@oracle-gateway/schnorr';
import { afterEach, describe, expect, it } from 'vitest';
import { post } from './fakes/post.js';
import { setPrices, TOLERANCE_SOURCE } from './fakes/tolerance.js';
import { PROGRAM_ID, startWorld, type World } from './fakes/world.js';

/** Short enough that a node which never answers is named within the test, long enough for an honest one on a busy machine. */
const SHORT = { observeDeadlineMs: 1_500, signDeadlineMs: 1_500, deadlineMs: 8_000 };

let world: World;
afterEach(() => world.close());

async function serve(signaturesRequired = 3) {
  const consumer = world.subscriber();
  const request = consumer.request({ signaturesRequired, apiConfig: TOLERANCE_SOURCE });
  const answer = await world.http.call(operations.executeRound, { body: request });
  if (answer.status !== 200) throw new Error(`expected a round, got ${JSON.stringify(answer.body)}`);
  return { consumer, request, data: answer.body.data, roundId: answer.headers.get('x-round-id') ?? '' };
}

describe('a served round of tolerance mode', () => {
  it.each([
    ['an outlier', ['100.02', '250', '100.01', '100.04'], '100.02', [0, 2, 3]],
    ['values below zero', ['-7.01', '-7.02', '-7.01', '12'], '-7.01', [0, 1, 2]],
  ])('signs the median of who survives: %s', async (_case, prices, value, signers) => {
    world = await startWorld({ nodeCount: 4 });
    setPrices(world, prices);
    const { consumer, request, data } = await serve();
    const sourceId = deriveSourceId(TOLERANCE_SOURCE);
    const feedId = deriveFeedId({ owner: consumer.address, sourceId, signaturesRequired: 3 });
    const verdict = verifyAttestation({
      deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network }),
      registry: world.ledger.registry,
      attestation: {
        feedId,
        sourceId,
        value: packTolerance(parseDecimal(value), 2),
        registryVersion: 1n,
        signaturesRequired: 3,
        form: SOURCE_FORM,
        timestampMs: toUnixMs(unixSeconds(request.timestamp)),
        observedAtMs: unixMs(data.observedAt),
        signersBitmap: fromHex(data.signersBitmap, 32),
        s: fromHex(data.s, 32),
        commitment: fromHex(data.commitmentAddr, 20),
      },
    });
    expect(verdict).toMatchObject({ ok: true, signers });
    expect(data).toMatchObject({ value, valuePacked: toHex(packTolerance(parseDecimal(value), 2)), configHash: toHex(sourceId) });
  });

  it('fails with 503 when fewer than a quorum survive, and says what was needed', async () => {
    world = await startWorld({ nodeCount: 4 });
    setPrices(world, ['100', '110', '120', '130']);
    const request = world.subscriber().request({ signaturesRequired: 3, apiConfig: TOLERANCE_SOURCE });
    const answer = await post(world.url, request);
    expect([answer.status, answer.body['code']]).toEqual([503, 'no_quorum_value']);
    expect(answer.body['error']).toContain('3 values within the deviation and maxAgeMs are needed');
  });
});

describe('the evidence of a round of tolerance mode', () => {
  it('replays: an auditor finds the rule kept, and whose observation is not shown', async () => {
    world = await startWorld({ nodeCount: 4 });
    setPrices(world, ['100.02', '250', '100.01', '100.04']);
    world.nodes[1]!.fault = 'upstream';
    const { data, roundId } = await serve();
    const answer = await world.http.call(operations.getRoundEvidence, { path: { roundId } });
    if (answer.status !== 200) throw new Error(`expected evidence, got ${JSON.stringify(answer.body)}`);
    const evidence = answer.body.data;
    expect([evidence.feedId, evidence.value, evidence.s]).toEqual([data.feedId, data.valuePacked, data.s]);
    const deploymentId = deriveDeploymentId({ programId: PROGRAM_ID, network: world.config.network });
    const { registry } = world.ledger;
    expect(replayRound({ evidence, subject: sourceSubject(TOLERANCE_SOURCE), deploymentId, registry })).toEqual({ ok: true, missing: [1] });
    const record = await world.http.call(operations.getRound, { path: { roundId } });
    expect(record.body).toMatchObject({ data: { result: { status: 'completed', data: { ...data, fresh: false } } } });
  });
});

describe('one bad node of five in tolerance mode', () => {
  const BAD = 2;

  it.each([
    { fault: 'bad-observation', step: 'observe', named: 'bad_answer' },
    { fault: 'lie', step: 'observe', named: 'dissent' },
    { fault: 'bad-partial', step: 'sign', named: 'bad_partial' },
    { fault: 'refuse-sign', step: 'sign', named: 'refused' },
    { fault: 'late-sign', step: 'sign', named: 'timeout' },
    { fault: 'bad-nonces', step: 'observe', named: 'bad_answer' },
  ] as const)('$fault: quorum 4 is served without it, and it is named ($step $named)', async ({ fault, step, named }) => {
    world = await startWorld({ rounds: SHORT });
    world.nodes[BAD]!.fault = fault;
    // It is not always among the four fastest, hence more than one round.
    for (let round = 0; round < 20; round += 1) {
      const { data } = await serve(4);
      expect(signersOf(fromHex(data.signersBitmap, 32))).not.toContain(BAD);
      if (world.log.text().includes('node fault')) break;
    }
    await world.log.line('node fault', `"nodeIndex":${BAD}`, `"step":"${step}"`, `"fault":"${named}"`);
  });
});
