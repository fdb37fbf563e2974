import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../errors/gateway-error.js';
import { createReadBody } from './read-body.js';

let server: Server;
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

const KIB = 1_024;

/** A server that reads 64 KiB at most of one body, and so many of all; the sender names its own tenant. */
async function start(maxBytesAtOnce: number) {
  const clock = { ms: 0 };
  const shareRefused = vi.fn();
  const readBody = createReadBody({ events: { shareRefused }, monotonicMs: () => clock.ms, maxBytesAtOnce });
  const begun = vi.fn();
  server = createServer((request, response) => {
    begun();
    const sender = { name: String(request.headers['x-sender']), isStranger: false };
    readBody(request, { maxBytes: 64 * KIB, sender }).then(
      (body) => response.end(`read ${body.byteLength}`),
      (error: unknown) =>
        response.end(error instanceof GatewayError ? `${error.code} ${String(error.details.headers?.['Connection'])}` : 'fault'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { clock, shareRefused, begun };
}

function send(sender: string, length: number | null, sent: number): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  clients.push(client);
  const size = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  client.write(`POST / HTTP/1.1\r\nHost: a\r\nX-Sender: ${sender}\r\n${size}\r\n\r\n${'x'.repeat(sent)}`);
  return client;
}

async function answerTo(client: Socket): Promise<string> {
  return String((await once(client, 'data'))[0]).split('\r\n\r\n')[1] ?? '';
}

describe('bodies that are read at once', () => {
  it.each([
    ['announced', 64 * KIB],
    ['not announced', null],
  ])('are so many bytes, %s, and a slow sender leaves others some', async (_name, length) => {
    const { shareRefused, begun } = await start(16 * 64 * KIB);
    const slow = Array.from({ length: 16 }, () => send('slow', length, 0));
    const refused = slow.map(answerTo).slice(-2);
    expect(await Promise.race(refused)).toBe('share_used close');
    await expect.poll(() => begun).toHaveBeenCalledTimes(16);
    expect(shareRefused).toHaveBeenCalledWith('request_bytes', 'own_share');
    expect(await answerTo(send('honest', 1_000, 1_000))).toBe('read 1000');
  });

  it('give back what they were counted for, whatever becomes of them', async () => {
    await start(2 * 64 * KIB);
    for (let body = 0; body < 20; body += 1) {
      expect(await answerTo(send('a', 1_000, 1_000))).toBe('read 1000');
      expect(await answerTo(send('a', 65 * KIB, 0))).toMatch(/^body_too_large/);
    }
  });
});
