import { formatExact, fromHex, toHex } from '@oracle-gateway/protocol';
import type { ObserveRequest, ObserveResponse } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup, NODE_KEYS, noncesOf, observeOk, observeRequest, OWNER, signOk, signRequest, startNodes, seenValue } from './fixture.js';
import { exactVerdict } from './exact-verdict.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

function verdict(request: ObserveRequest, observations: readonly ObserveResponse[], partials: readonly string[], attempt: 0 | 1) {
  const signers = observations.map((observation) => ({ index: observation.index, ...noncesOf(observation)[attempt] }));
  return exactVerdict({ request, value: seenValue(observations[0]).value, signers, attempt, partials });
}

describe('a signing round', () => {
  it.each([
    ['two of three', 2, [0, 2]],
    ['three of four', 3, [0, 1, 3]],
    ['five of five', 5, [0, 1, 2, 3, 4]],
  ])('%s nodes make one attestation that anyone can verify', async (_, signaturesRequired, signers) => {
    const { source, nodes } = await startNodes(cleanup, Math.max(...signers) + 1);
    const request = observeRequest(source, { signaturesRequired, eligible: nodes.map(({ index }) => index) });
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    expect(new Set(observations.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(observations.map((observation) => formatExact(fromHex(seenValue(observation).value, 32)))).toEqual(nodes.map(() => '64628.31'));

    const chosen = observations.filter(({ index }) => signers.includes(index));
    const partials = await Promise.all(
      nodes.filter(({ index }) => signers.includes(index)).map((node) => signOk(node, signRequest(chosen))),
    );
    expect(verdict(request, chosen, partials, 0)).toMatchObject({ ok: true, signers });
  });

  it('the second pair serves one retry with another node, without a new fetch', async () => {
    const { source, nodes } = await startNodes(cleanup, 3);
    const request = observeRequest(source);
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    const [first, second, spare] = observations;
    const [node0, , node2] = nodes;
    if (!first || !second || !spare || !node0 || !node2) throw new TypeError('three nodes');
    await signOk(node0, signRequest([first, second], 0));
    const fetched = source.requests.length;

    const retry = [first, spare];
    const partials = [await signOk(node0, signRequest(retry, 1)), await signOk(node2, signRequest(retry, 1))];
    expect(verdict(request, retry, partials, 1)).toMatchObject({ ok: true, signers: [0, 2] });
    expect(source.requests.length).toBe(fetched);
  });

  it('serves an ownerless feed at any millisecond', async () => {
    const { source, nodes } = await startNodes(cleanup, 2);
    const feedOwner = '11111111111111111111111111111111';
    const request = observeRequest(source, { feedOwner, timestampMs: Date.now(), eligible: [0, 1] });
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    const partials = await Promise.all(nodes.map((node) => signOk(node, signRequest(observations))));
    expect(verdict(request, observations, partials, 0)).toMatchObject({ ok: true });
  });

  it('logs one line per step with the ids and without the configuration', async () => {
    const { source, nodes } = await startNodes(cleanup, 2);
    const request = observeRequest(source, {
      eligible: [0, 1],
      apiConfig: {
        url: `${source.url}/price?apiKey=QUERY-SECRET`,
        method: 'GET',
        responseParser: '$.price',
        headers: { 'x-key': 'HEADER-SECRET' },
      },
    });
    const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
    await Promise.all(nodes.map((node) => signOk(node, signRequest(observations))));
    const lines = (nodes[0]?.logs ?? []).map((line): unknown => JSON.parse(line));
    const sessionId = observations[0]?.sessionId;
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ msg: 'observed', sessionId, timestampMs: request.timestampMs, observedAtMs: request.observedAtMs }),
        expect.objectContaining({ msg: 'signed', sessionId, signers: [0, 1] }),
      ]),
    );
    const everything = nodes.flatMap(({ logs }) => logs).join('');
    for (const secret of ['QUERY-SECRET', 'HEADER-SECRET', ...NODE_KEYS.map((key) => toHex(key).slice(2))]) {
      expect(everything).not.toContain(secret);
    }
    expect(everything).not.toContain(OWNER);
  });
});
