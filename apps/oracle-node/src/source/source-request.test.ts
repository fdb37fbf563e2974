import type { Socket } from 'node:net';
import type { RequestListener } from 'node:http';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../../tests/cleanup.js';
import { startSource } from '../../tests/source-servers.js';
import { requestSource } from './source-request.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const LIMIT = 64;

function closeOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

async function started(listener: RequestListener) {
  const source = await startSource(cleanup, listener);
  const agent = new Agent();
  cleanup.add(() => agent.destroy());
  const ask = (maxBytes: number | null = LIMIT, signal: AbortSignal = new AbortController().signal) =>
    requestSource(agent, {
      options: { origin: source.url, path: '/', method: 'GET' },
      maxBytes: () => maxBytes,
      signal,
      budget: { informational: () => undefined, piece: () => undefined },
      onStart: () => undefined,
    });
  return { source, ask };
}

describe('requestSource', () => {
  it('gives status, headers and the bytes as sent', async () => {
    const { ask } = await started((_, response) => response.writeHead(201, { 'x-a': 'b' }).end('text'));
    const { status, headers, body } = await ask();
    expect({ status, header: headers['x-a'], body }).toEqual({ status: 201, header: 'b', body: { ok: true, bytes: Buffer.from('text') } });
  });

  it('takes a body in many pieces, up to the limit', async () => {
    const { ask } = await started((_, response) => {
      for (let sent = 0; sent < LIMIT; sent += 16) response.write('x'.repeat(16));
      response.end();
    });
    expect((await ask()).body).toEqual({ ok: true, bytes: Buffer.from('x'.repeat(LIMIT)) });
    expect((await ask(LIMIT - 1)).body).toEqual({ ok: false, why: 'too_large' });
  });

  it('waits for the answer after an informational one', async () => {
    const { ask } = await started((_, response) => {
      response.writeProcessing();
      response.end('late');
    });
    expect(await ask()).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('reads no body that is not wanted, and ends the connection of one that goes on', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { ask } = await started((request, response) => {
      closed = closeOf(request.socket);
      response.writeHead(404).write('and so on');
    });
    expect((await ask(null)).body).toEqual({ ok: false, why: 'unread' });
    await closed;
  });

  it('tells of a body that is cut off', async () => {
    const { ask } = await started((_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('12345', () => response.destroy());
    });
    expect((await ask()).body).toEqual({ ok: false, why: 'cut_off' });
  });

  it.each([
    ['before the answer begins', () => undefined],
    ['when it was aborted before', null],
  ])('rejects with the reason of the signal: %s', async (_when, listener) => {
    const reason = new Error('enough');
    const ends = new AbortController();
    const { ask } = await started(() => ends.abort(reason));
    if (listener === null) ends.abort(reason);
    await expect(ask(LIMIT, ends.signal)).rejects.toBe(reason);
  });

  it('ends a body on its way with the signal, and its connection', async () => {
    const ends = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const { ask } = await started((request, response) => {
      closed = closeOf(request.socket);
      response.writeHead(200, { 'content-length': 10 });
      response.write('12345', () => setImmediate(() => ends.abort(new Error('enough'))));
    });
    await ask(LIMIT, ends.signal).catch(() => undefined);
    await closed;
  });

  it('keeps no listener on the signal of a fetch that is over', async () => {
    const { ask } = await started((_, response) => response.end('1'));
    const ends = new AbortController();
    const counted = { added: 0, removed: 0 };
    const { signal } = ends;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...input: Parameters<typeof add>) => {
      counted.added += 1;
      add(...input);
    };
    signal.removeEventListener = (...input: Parameters<typeof remove>) => {
      counted.removed += 1;
      remove(...input);
    };
    await ask(LIMIT, signal);
    expect(counted.removed).toBe(counted.added);
  });
});
