import { once, setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { NODE_HEADERS, nodeOperations, verifyNodeRequest } from '@oracle-gateway/node-api';
import { unixMs } from '@oracle-gateway/protocol';
import { MAX_REQUEST_SKEW_MS } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { CALL_DEPLOYMENT, CALLING_GATEWAY, CALLING_KEYPAIR, nodeOverHttp, RELEASE } from '../../../tests/fakes/node-call.js';
import { startSilentHost } from '../../../tests/fakes/silent-host.js';
import type { NodeStep } from './node-call-error.js';
import type { NodeCall } from './node-transport.js';

const open = new AbortController().signal;
const body = Buffer.from(JSON.stringify(RELEASE));

function call(step: NodeStep, limits: Partial<NodeCall> = {}): NodeCall {
  return { step, body, deadlineMs: 5_000, signal: open, ...limits };
}

describe('createHttpTransport', () => {
  it('signs what it sends, for this node and path', async () => {
    const received: { request: IncomingMessage; body: Buffer }[] = [];
    const { transport, node } = await nodeOverHttp((incoming, response) => {
      void incoming.toArray().then((chunks) => {
        received.push({ request: incoming, body: Buffer.concat(chunks as Buffer[]) });
        response.end('{"released":1}');
      });
    });
    const reply = await transport.call(node, call('release'));
    expect([reply.status, Buffer.from(reply.body).toString()]).toEqual([200, '{"released":1}']);
    const [sent] = received;
    if (sent === undefined) throw new Error('nothing was sent');
    const verdict = verifyNodeRequest({
      headers: (name) => sent.request.headers[name]?.toString(),
      deploymentId: CALL_DEPLOYMENT,
      nodeIndex: 3,
      path: sent.request.url ?? '',
      body: sent.body,
      nowMs: unixMs(Date.now()),
      maxSkewMs: MAX_REQUEST_SKEW_MS,
    });
    const timeMs = Number(sent.request.headers[NODE_HEADERS.time]);
    expect(verdict).toEqual({ ok: true, gateway: CALLING_GATEWAY, gatewayAuthority: CALLING_KEYPAIR.address, timeMs });
    expect(JSON.parse(sent.body.toString())).toEqual(RELEASE);
  });

  it('a node that is not there is unreachable', async () => {
    const { server, transport, node } = await nodeOverHttp((_request, response) => void response.end('{}'));
    server.close();
    await once(server, 'close');
    await expect(transport.call(node, call('release'))).rejects.toMatchObject({ context: { fault: 'unreachable' } });
  });

  it('the deadline counts for the whole answer, body included', async () => {
    const { transport, node } = await nodeOverHttp((_request, response) => void response.writeHead(200).write('{'));
    const failed = transport.call(node, call('release', { deadlineMs: 100 }));
    await expect(failed).rejects.toMatchObject({ context: { fault: 'timeout' } });
  });

  it('hangs up on a node when the round is over, which ends the fetch there', async () => {
    const over = new AbortController();
    let hungUp: Promise<unknown> = Promise.resolve();
    const { transport, node } = await nodeOverHttp((incoming) => {
      hungUp = once(incoming.socket, 'close');
      over.abort();
    });
    await expect(transport.call(node, call('observe', { signal: over.signal }))).rejects.toThrow();
    await hungUp;
  });

  it('sign and release wait behind no observation, however many never end', async () => {
    const { transport, node } = await nodeOverHttp((incoming, response) => {
      if (incoming.url !== nodeOperations.observe.path) response.end('{"released":1}');
    });
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const limits = { deadlineMs: 20_000, signal: over.signal };
    const never = Array.from({ length: 512 }, () => transport.call(node, call('observe', limits)));
    const settled = Promise.allSettled(never);
    expect((await transport.call(node, call('release'))).status).toBe(200);
    over.abort();
    await settled;
  });

  it('calls to one node are bounded', async () => {
    const { transport, node } = await nodeOverHttp(() => undefined);
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const calls = Array.from({ length: 513 }, () => transport.call(node, call('release', { signal: over.signal })));
    const settled = Promise.allSettled(calls);
    await expect(calls[512]).rejects.toMatchObject({ context: { fault: 'overloaded' } });
    over.abort();
    await settled;
  });

  it('a host that accepts no connection is unreachable after a second, long before the deadline', async () => {
    const host = await startSilentHost();
    const { transport, node } = await nodeOverHttp(() => undefined);
    try {
      const failed = transport.call({ ...node, origin: host.origin }, call('release', { deadlineMs: 9_000 }));
      await expect(failed).rejects.toMatchObject({ context: { fault: 'unreachable' } });
    } finally {
      await host.close();
    }
  });
});
