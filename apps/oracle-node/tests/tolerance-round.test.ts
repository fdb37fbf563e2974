import { fromHex } from '@oracle-gateway/protocol';
import { readObservation } from '@oracle-gateway/node-api';
import { verifyObservation } from '@oracle-gateway/schnorr';
import { publicKeyOf } from '@oracle-gateway/schnorr/signing';
import { afterEach, describe, expect, it } from 'vitest';
import { call, Cleanup, expectRefusal, NODE_KEYS, observeRequest, signOk, startNodeWithSource, seenValue } from './fixture.js';
import { AGGREGATION, entryOf, outsidersVerdict, packed, startToleranceRound, toleranceSignRequest } from './tolerance.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function signedBy(nodes: Awaited<ReturnType<typeof startToleranceRound>>['nodes'], request: ReturnType<typeof toleranceSignRequest>) {
  const signers = request.signers.map(({ index }) => index);
  return Promise.all(nodes.filter(({ index }) => signers.includes(index)).map((node) => signOk(node, request)));
}

describe('a round of tolerance mode', () => {
  it('signs the lower median of what survives, not of all', async () => {
    const round = await startToleranceRound(cleanup, ['100.02', '990', '100.01', '100.04']);
    const request = toleranceSignRequest(round, { signers: [0, 2, 3], value: '100.02' });
    const partials = await signedBy(round.nodes, request);
    expect(outsidersVerdict(round.request, request, partials)).toMatchObject({ ok: true, signers: [0, 2, 3] });
  });

  it('signs values below zero', async () => {
    const round = await startToleranceRound(cleanup, ['-5.01', '-5.001', '-5.02']);
    const request = toleranceSignRequest(round, { signers: [0, 1, 2], value: '-5.01' });
    expect(outsidersVerdict(round.request, request, await signedBy(round.nodes, request))).toMatchObject({ ok: true });
  });

  it('serves a second attempt over the same set, fixed anew, with another survivor', async () => {
    const round = await startToleranceRound(cleanup, ['100', '100.01', '100.02', '100.03']);
    const value = '100.01';
    await signedBy(round.nodes, toleranceSignRequest(round, { signers: [0, 1, 2], value }));
    const request = toleranceSignRequest(round, { signers: [0, 2, 3], value, attempt: 1 });
    expect(outsidersVerdict(round.request, request, await signedBy(round.nodes, request))).toMatchObject({ ok: true });
  });

  it('has observations that are signed by their observers, of the moment the source had answered', async () => {
    const beforeMs = Date.now();
    const { observations } = await startToleranceRound(cleanup, ['100', '200.005', '-3']);
    expect(observations.map((observation) => seenValue(observation).value)).toEqual([packed('100'), packed('200'), packed('-3')]);
    for (const { sessionId, index, ...rest } of observations) {
      const publicKey = publicKeyOf(NODE_KEYS[index] ?? new Uint8Array());
      const observation = readObservation(entryOf({ sessionId, index, ...rest }));
      expect(verifyObservation({ sessionId: fromHex(sessionId, 32), publicKey, observation })).toBe(true);
      expect(observation.values[0]?.receivedAtMs).toBeGreaterThanOrEqual(beforeMs);
      expect(observation.values[0]?.receivedAtMs).toBeLessThanOrEqual(Date.now());
    }
  });

  it('needs a quorum of three', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const request = observeRequest(source);
    const tolerance = { ...request, apiConfig: { ...request.apiConfig, aggregation: AGGREGATION } };
    expectRefusal(await call(node, 'observe', { ...tolerance, signaturesRequired: 2 }), 400, 'quorum_out_of_range');
    expect((await call(node, 'observe', { ...tolerance, signaturesRequired: 3 })).status).toBe(200);
  });
});

describe('a round of exact mode', () => {
  it('has no signed observation and takes no set', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const reply = await call(node, 'observe', observeRequest(source, { signaturesRequired: 2 }));
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).not.toHaveProperty('signature');
  });
});
