import type { NodeErrorCode, ObserveRequest } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  nowSecondsMs,
  observeOk,
  observeRequest,
  priceSource,
  SECOND,
  signOk,
  signRequest,
  startNode,
  startNodeWithSource,
  startSource,
} from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('what is observed', () => {
  const ownerless = '11111111111111111111111111111111';

  it.each<[string, number, NodeErrorCode, Partial<ObserveRequest>]>([
    ['a quorum below min_signers', 400, 'quorum_out_of_range', { signaturesRequired: 1, eligible: [0, 1] }],
    ['a quorum above the active nodes', 400, 'quorum_out_of_range', { signaturesRequired: 6, eligible: [0, 1, 2, 3, 4] }],
    ['fewer eligible nodes than the quorum', 400, 'quorum_out_of_range', { signaturesRequired: 3, eligible: [0, 1] }],
    ['more spare nodes than the redundancy buffer', 400, 'quorum_out_of_range', { signaturesRequired: 2, eligible: [0, 1, 2, 3] }],
    ['a set this node is not in', 409, 'not_eligible', { eligible: [1, 2, 3] }],
    ['a set with an index that has no key', 409, 'not_eligible', { eligible: [0, 1, 7] }],
    ['an older registry version', 409, 'stale_registry', { registryVersion: 0 }],
    ['a registry version the ledger does not have', 409, 'stale_registry', { registryVersion: 2 }],
    ['a timestamp more than 310 s behind', 409, 'clock_skew', { timestampMs: nowSecondsMs() - 311 * SECOND }],
    [
      'a timestamp more than 310 s ahead',
      409,
      'clock_skew',
      {
        // The time is that of the request: the tests before take their time.
        get timestampMs() {
          return nowSecondsMs() + 312 * SECOND;
        },
      },
    ],
    [
      'a timestamp of an ownerless feed more than 310 s behind',
      409,
      'clock_skew',
      { feedOwner: ownerless, timestampMs: Date.now() - 310_001 },
    ],
    ['a stamp more than 14 s behind', 409, 'clock_skew', { observedAtMs: Date.now() - 14_001 }],
    [
      'a stamp more than 2 s ahead',
      409,
      'clock_skew',
      {
        get observedAtMs() {
          return Date.now() + 5 * SECOND;
        },
      },
    ],
    ['a time of an owned feed that is no whole second', 400, 'invalid_request', { timestampMs: nowSecondsMs() + 1 }],
  ])('refuses %s', async (_, status, code, changed) => {
    const { node, source } = await startNodeWithSource(cleanup);
    expectRefusal(await call(node, 'observe', observeRequest(source, changed)), status, code);
    expect(source.requests.length).toBe(0);
  });

  it('checks the ledger once more when a gateway has seen a newer registry version', async () => {
    const { node, source, ledger } = await startNodeWithSource(cleanup);
    ledger.registry = { ...ledger.registry, version: 2n };
    await observeOk(node, observeRequest(source, { registryVersion: 2 }));
    expectRefusal(await call(node, 'observe', observeRequest(source, { registryVersion: 1 })), 409, 'stale_registry');
  });

  it('names step and status of a source that fails, and never its words', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const failing = await startSource(cleanup, (_, response) => {
      response.statusCode = 402;
      response.end('SOURCE-WORDS');
    });
    const other = await startNode(cleanup, { ledger: newLedger(), allowed: [failing.name], index: 1 });
    const paywalled = await call(other, 'observe', observeRequest(failing));
    expect(paywalled.status).toBe(502);
    expect(JSON.parse(paywalled.text)).toEqual({
      error: 'the source is paywalled',
      code: 'upstream_failure',
      step: 'fetch',
      upstreamStatus: 402,
      terms: '402, terms unreadable',
    });
    expect(other.logs.join('')).not.toContain('SOURCE-WORDS');

    const select = observeRequest(source, { apiConfig: { url: `${source.url}/price`, method: 'GET', responseParser: '$.absent' } });
    expect(JSON.parse((await call(node, 'observe', select)).text)).toMatchObject({ code: 'upstream_failure', step: 'select' });
  });

  it('refuses a source that is not public', async () => {
    const { source } = await startNodeWithSource(cleanup);
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [], index: 1 });
    expectRefusal(await call(node, 'observe', observeRequest(source)), 403, 'forbidden_source');
    expect(source.requests.length).toBe(0);
  });
});

describe('a session', () => {
  it('is used once: the same request again is 409, also after release and after a failed fetch', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const request = observeRequest(source);
    const { sessionId } = await observeOk(node, request);
    expectRefusal(await call(node, 'observe', request), 409, 'session_known');
    await call(node, 'release', { sessionIds: [sessionId] });
    expectRefusal(await call(node, 'observe', request), 409, 'session_known');

    const failing = observeRequest(source, { apiConfig: { url: `${source.url}/price`, method: 'GET', responseParser: '$.absent' } });
    expect((await call(node, 'observe', failing)).status).toBe(502);
    expectRefusal(await call(node, 'observe', failing), 409, 'session_known');
  });

  it('of ten identical requests at once exactly one is served', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const request = observeRequest(source);
    const replies = await Promise.all(Array.from({ length: 10 }, () => call(node, 'observe', request)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(source.requests.length).toBe(1);
  });

  it('signs again for one feed and time: a repeated round', async () => {
    const ledger = newLedger();
    const source = await startSource(cleanup, priceSource);
    const nodes = await Promise.all([0, 1].map((index) => startNode(cleanup, { ledger, index, allowed: [source.name] })));
    const timestampMs = nowSecondsMs();
    for (let round = 0; round < 2; round += 1) {
      const request = observeRequest(source, { timestampMs, eligible: [0, 1] });
      const observations = await Promise.all(nodes.map((node) => observeOk(node, request)));
      await Promise.all(nodes.map((node) => signOk(node, signRequest(observations))));
    }
  });
});
