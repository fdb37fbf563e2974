import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { setup } from './redis-for-tests.js';

it('provides the URL of one running server, and stops it', async () => {
  const provided: Record<string, unknown> = {};
  const stop = await setup({ provide: (name, value) => (provided[name] = value) });
  expect(Object.keys(provided)).toEqual(['redisUrl']);
  const port = Number(new URL(String(provided['redisUrl'])).port);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  socket.resume();
  await stop();
  await closed;
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
