import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createLocalLedger } from './ledger.js';
import { LedgerPortError, serveLedgerRpc, type LedgerRpc } from './rpc-server.js';

const ledger = createLocalLedger({ slotMs: 0 });
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(options: Parameters<typeof serveLedgerRpc>[1] = {}): Promise<LedgerRpc> {
  const rpc = await serveLedgerRpc(ledger, options);
  closers.push(() => rpc.close());
  return rpc;
}

async function occupy(): Promise<number> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not on a port');
  return address.port;
}

function post(url: string, body: string, type = 'application/json'): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
}

describe('serveLedgerRpc', () => {
  it('takes two neighbouring free ports on loopback', async () => {
    const { rpcUrl, wsUrl } = await serve();
    expect(new URL(rpcUrl).hostname).toBe('127.0.0.1');
    expect(Number(new URL(wsUrl).port)).toBe(Number(new URL(rpcUrl).port) + 1);
  });

  it('names the port that is taken, and keeps none', async () => {
    const taken = await occupy();
    await expect(serve({ port: taken })).rejects.toMatchObject({ name: 'LedgerPortError', port: taken, use: 'rpc' });
    const error: unknown = await serve({ port: 0, wsPort: taken }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(LedgerPortError);
    expect(error).toMatchObject({ port: taken, use: 'subscriptions' });
  });

  it('answers a request', async () => {
    const { rpcUrl } = await serve();
    const response = await post(rpcUrl, '{"jsonrpc":"2.0","id":1,"method":"getHealth"}');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ jsonrpc: '2.0', result: 'ok', id: 1 });
    expect(await (await fetch(`${rpcUrl}/health`)).text()).toBe('ok');
  });

  it.each([
    ['GET', async (url: string) => fetch(url), 405],
    ['a body that is not announced as JSON', (url: string) => post(url, '{}', 'text/plain'), 415],
    ['a body over 1 MiB', (url: string) => post(url, ' '.repeat(1024 * 1024 + 1)), 413],
    ['a notification', (url: string) => post(url, '{"jsonrpc":"2.0","method":"getHealth"}'), 204],
  ])('answers %s by its status', async (_what, send, status) => {
    const { rpcUrl } = await serve();
    expect((await send(rpcUrl)).status).toBe(status);
  });

  it('lets a page of any origin ask, with headers of its own', async () => {
    const { rpcUrl } = await serve();
    const asking = {
      origin: 'http://page.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,solana-client',
    };
    const preflight = await fetch(rpcUrl, { method: 'OPTIONS', headers: asking });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
  });

  it.each([
    ['an answer', (url: string) => post(url, '{"jsonrpc":"2.0","id":1,"method":"getHealth"}')],
    ['a refused request', (url: string) => post(url, '{}', 'text/plain')],
    ['its health', (url: string) => fetch(`${url}/health`)],
  ])('lets a page of any origin read %s', async (_what, send) => {
    const { rpcUrl } = await serve();
    expect((await send(rpcUrl)).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('ends its connections when closed', async () => {
    const { rpcUrl, wsUrl, close } = await serveLedgerRpc(ledger);
    const socket = new WebSocket(wsUrl);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await close();
    await closed;
    await expect(fetch(rpcUrl)).rejects.toThrow();
  });
});
