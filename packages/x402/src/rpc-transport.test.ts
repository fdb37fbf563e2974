import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rpcTransport } from './rpc-transport.js';

const server = createServer();
let url: string;
beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/planted-key`;
});
afterEach(async () => {
  server.removeAllListeners('request').close();
  server.closeAllConnections();
  await once(server, 'close');
});

function answer(body: unknown): void {
  server.once('request', (_request, response) => response.end(JSON.stringify(body)));
}

it('hides the key of the URL in a refusal, data of it included', async () => {
  answer({ error: { code: -32_000, message: 'planted-key has no credit', data: { logs: ['of planted-key'] } } });
  expect(await rpcTransport(url)({ payload: {} })).toEqual({
    error: { code: -32_000, message: '[hidden] has no credit', data: { logs: ['of [hidden]'] } },
  });
});

it('leaves a result as it is', async () => {
  answer({ result: 'planted-key' });
  expect(await rpcTransport(url)({ payload: {} })).toEqual({ result: 'planted-key' });
});
