import { parseNodeErrorBody } from '@oracle-gateway/node-api';
import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  observeOk,
  observeRequest,
  OWNER,
  startNode,
  startNodeWithSource,
  startSource,
} from './fixture.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('limits', () => {
  it('503 with more observations at once than allowed; the place is free again afterwards', async () => {
    const held: (() => void)[] = [];
    let arrived = (): void => undefined;
    const firstArrived = new Promise<void>((resolve) => (arrived = resolve));
    const slow = await startSource(cleanup, (_, response) => {
      held.push(() => response.end('{"price":"1"}'));
      arrived();
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [slow.name], limits: { maxConcurrentObservations: 1 } });
    const first = observeOk(node, observeRequest(slow));
    await firstArrived;
    expectRefusal(await call(node, 'observe', observeRequest(slow)), 503, 'overloaded');
    held.forEach((answer) => answer());
    await first;
    expect((await call(node, 'release', { sessionIds: [`0x${'00'.repeat(32)}`] })).text).toBe('{"released":0}');
  });

  it('a session whose source failed takes no place', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { limits: { maxOpenSessionsPerGateway: 1 } });
    const apiConfig = { url: `${source.url}/price`, method: 'GET', responseParser: '$.absent' } as const;
    expectRefusal(await call(node, 'observe', observeRequest(source, { apiConfig })), 502, 'upstream_failure');
    await observeOk(node, observeRequest(source));
  });

  it('a gateway at its cap of open sessions is served again after it has released one', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { limits: { maxOpenSessionsPerGateway: 2 } });
    const first = await observeOk(node, observeRequest(source));
    await observeOk(node, observeRequest(source));
    expectRefusal(await call(node, 'observe', observeRequest(source)), 503, 'too_many_sessions');
    expect((await call(node, 'release', { sessionIds: [first.sessionId] })).text).toBe('{"released":1}');
    await observeOk(node, observeRequest(source));
  });
});

describe('the largest answer of a source', () => {
  const room = 2 * DEFAULT_SOURCE_BYTES;
  const start = async (maxBodyBytes?: number) => {
    const body = `{"price":"64628.31","rest":"${'x'.repeat(room - 30)}"}`;
    const source = await startSource(cleanup, (_, response) => response.end(body));
    const of = maxBodyBytes === undefined ? {} : { maxBodyBytes };
    const limits = { maxConcurrentObservations: 1, maxOpenSessionsPerGateway: 1 };
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], limits, ...of });
    const apiConfig = (maxBytes?: number, path = '/price') => ({
      url: source.url + path,
      method: 'GET' as const,
      responseParser: '$.price',
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    return { source, node, apiConfig };
  };

  it('is that of the source, up to that of the node', async () => {
    const { source, node, apiConfig } = await start(room);
    const small = await call(node, 'observe', observeRequest(source, { apiConfig: apiConfig() }));
    expect(parseNodeErrorBody(JSON.parse(small.text))).toMatchObject({ code: 'upstream_failure', step: 'fetch', rule: 'too_large' });
    await observeOk(node, observeRequest(source, { apiConfig: apiConfig(room) }));
  });

  it('is 1 MiB unless the operator says less', async () => {
    const { source, node, apiConfig } = await start();
    await observeOk(node, observeRequest(source, { apiConfig: apiConfig(MAX_SOURCE_BYTES) }));
  });

  it('is beyond the node where a source asks for more: it declines, asks no source, and keeps no place and no session', async () => {
    const { source, node, apiConfig } = await start(room);
    const tooMuch = apiConfig(room + 1);
    const several = [apiConfig(), tooMuch];
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 10, maxAgeMs: 20_000, decimals: 2 };
    const { apiConfig: _, ...round } = observeRequest(source);
    const asked: readonly [operation: 'observe' | 'simulate', request: object, place: number | undefined][] = [
      ['observe', observeRequest(source, { apiConfig: tooMuch }), undefined],
      ['observe', { ...round, apiConfigs: several }, 1],
      ['observe', { ...round, apiConfigs: several, combine, signaturesRequired: 3 }, 1],
      ['simulate', { requester: OWNER, apiConfig: tooMuch }, undefined],
      ['simulate', { requester: OWNER, apiConfigs: several }, 1],
    ];
    for (const [operation, request, place] of asked) {
      const { status, text } = await call(node, operation, request);
      const member = place === undefined ? 'apiConfig' : `apiConfigs[${place}]`;
      expect([status, parseNodeErrorBody(JSON.parse(text))]).toEqual([
        502,
        {
          code: 'upstream_failure',
          error: `${member}.maxBytes: must be at most ${room} at this node`,
          step: 'fetch',
          rule: 'too_large_here',
          ...(place === undefined ? {} : { place }),
        },
      ]);
    }
    expect(source.requests).toEqual([]);
    await observeOk(node, observeRequest(source, { apiConfig: apiConfig(room) }));
  });
});

describe('closing', () => {
  it('answers the request under way, then stops listening', async () => {
    let answerSource = (): void => undefined;
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const slow = await startSource(cleanup, (_, response) => {
      answerSource = () => response.end('{"price":"1"}');
      arrived();
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [slow.name] });
    const underWay = observeOk(node, observeRequest(slow));
    await reached;
    const closed = node.close();
    answerSource();
    await underWay;
    await closed;
    await expect(fetch(`${node.url}/health`)).rejects.toThrow();
  });
});
