import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  observeOk,
  observeRequest,
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
