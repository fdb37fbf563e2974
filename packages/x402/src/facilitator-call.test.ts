import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { callFacilitator, FacilitatorAnswerError } from './facilitator-call.js';

let server: Server;
afterEach(async () => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port');
  return `http://127.0.0.1:${address.port}/verify`;
}

const CALL = {
  fetch: (url: string, request: RequestInit) => fetch(url, request),
  method: 'POST',
  headers: {},
  body: { a: 1 },
  timeoutMs: 10_000,
  maxBytes: 1_000,
} as const;

describe('a call to a facilitator', () => {
  it('gives status and JSON, and the answer in words', async () => {
    const url = await serve((_request, response) => response.writeHead(402).end('{"isValid":\nfalse}'));
    expect(await callFacilitator({ ...CALL, url })).toEqual({
      status: 402,
      json: { isValid: false },
      words: 'status 402: {"isValid": false}',
    });
  });

  it('gives an answer that is no JSON in words alone', async () => {
    const url = await serve((_request, response) => response.writeHead(502).end('<html>'));
    expect(await callFacilitator({ ...CALL, url })).toEqual({ status: 502, json: undefined, words: 'status 502: <html>' });
  });

  it('has a connection of its own, so that no request is lost on one that the facilitator closes', async () => {
    const used = new WeakSet<object>();
    // The server closes an idle connection at the moment at which the next request is on its way.
    const url = await serve(({ socket }, response) => {
      if (used.has(socket)) socket.destroy();
      else response.end('{}');
      used.add(socket);
    });
    for (let call = 0; call < 3; call += 1) expect(await callFacilitator({ ...CALL, url })).toMatchObject({ status: 200 });
  });

  it('ends an answer without end at its bound, and the connection with it', async () => {
    let hungUp: Promise<unknown> = Promise.resolve();
    let sent = 0;
    const url = await serve((_request, response) => {
      hungUp = once(response, 'close');
      const write = (): void => {
        while (!response.destroyed) {
          sent += 1_000;
          if (!response.write('x'.repeat(1_000))) break;
        }
        response.once('drain', write);
      };
      write();
    });
    await expect(callFacilitator({ ...CALL, url })).rejects.toThrow(FacilitatorAnswerError);
    await hungUp;
    // The sockets buffer this much; the server would have sent more.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('ends an answer that goes on after its time is up', async () => {
    const url = await serve((_request, response) => response.writeHead(200).write('{'));
    await expect(callFacilitator({ ...CALL, url, timeoutMs: 200 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('hides the key of its URL and what else is secret in words, and leaves the rest of an answer as it is', async () => {
    const said = { network: 'planted-key', invalidReason: 'planted-key of 0123456789', invalidMessage: 'Cannot POST /planted-key/verify' };
    const url = await serve((_request, response) => response.end(JSON.stringify(said)));
    const base = url.replace('/verify', '/planted-key');
    const { json, words } = await callFacilitator({ ...CALL, url: `${base}/verify`, base, secrets: ['0123456789'] });
    const invalidMessage = 'Cannot POST /[hidden]/verify';
    expect(json).toEqual({ network: 'planted-key', invalidReason: '[hidden] of [hidden]', invalidMessage });
    for (const secret of ['planted-key', '0123456789']) expect(words).not.toContain(secret);
  });

  it('hides the values of its headers wherever the answer repeats them, however long it is', async () => {
    const url = await serve((request, response) => {
      response.writeHead(500).end(`${'x'.repeat(280)} ${request.headers.authorization ?? ''} key=${String(request.headers['x-api-key'])}`);
    });
    const headers = { authorization: 'Bearer 0123456789abcdef', 'x-api-key': 'fedcba9876543210' };
    const { words } = await callFacilitator({ ...CALL, url, headers });
    expect(words).toContain('[hidden]');
    for (const piece of ['0123', 'fedc']) expect(words).not.toContain(piece);
  });
});
