import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import type { EndpointEvent } from './endpoint.js';
import { sendEvents } from './event-stream.js';

/** More than a connection on loopback holds for a reader that does not read. */
const MANY = 100_000;
const TEXT = 'x'.repeat(2_000);

/** A stream of as many events as its reader takes, and a reader that has sent its request alone. */
async function streaming(options: { readonly unreadLimitMs?: number } = {}) {
  const pulled = { count: 0, isOver: false };
  async function* events(): AsyncGenerator<EndpointEvent> {
    while (pulled.count < MANY) {
      pulled.count += 1;
      // Each event is a turn of its own, as a value that comes is.
      await new Promise((resolve) => setImmediate(resolve));
      yield { id: String(pulled.count), value: TEXT };
    }
  }
  const app = express();
  app.get('/', (_request, response) => {
    void sendEvents(response, events(), options).finally(() => {
      pulled.isOver = true;
    });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return { pulled, socket };
}

/** The number of events once no further one is asked for. */
async function standstill(pulled: { readonly count: number }): Promise<number> {
  let last = -1;
  await expect
    .poll(
      () => {
        const stands = pulled.count > 0 && pulled.count === last;
        last = pulled.count;
        return stands;
      },
      { interval: 300 },
    )
    .toBe(true);
  return pulled.count;
}

it('a reader that is behind has no event asked for on its behalf, until it reads on', async () => {
  const { pulled, socket } = await streaming();
  const asked = await standstill(pulled);
  expect(asked).toBeLessThan(MANY);
  socket.resume();
  await expect.poll(() => pulled.count).toBeGreaterThan(asked);
});

it('a reader that takes nothing for too long is left', async () => {
  const { pulled } = await streaming({ unreadLimitMs: 50 });
  await expect.poll(() => pulled.isOver).toBe(true);
  expect(pulled.count).toBeLessThan(MANY);
});
