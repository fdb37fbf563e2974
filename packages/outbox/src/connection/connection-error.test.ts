import { expect, it } from 'vitest';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';
import { connectRedis } from './connect-redis.js';
import { connectionError } from './connection-error.js';
import { assertDurable } from './durability.js';

const PASSWORD = 'planted-password';

it.each([
  ['a wrong password', `:${PASSWORD}@`],
  ['an unknown user', `stranger:${PASSWORD}@`],
  ['no password', ''],
])('%s is told as a refused login, without the password and without advice to trust the server', async (_what, credentials) => {
  const server = await ThrowawayRedis.start({ requirepass: 'another' });
  try {
    const events: Error[] = [];
    const redis = connectRedis(server.url.replace('redis://', `redis://${credentials}`), { onError: (error) => events.push(error) });
    const verdict = await assertDurable(redis, { allowVolatile: false, durability: 'trusted' }).catch((error: unknown) => error);
    redis.disconnect();
    expect(verdict).toMatchObject({ name: 'OutboxLoginError', message: expect.stringContaining('refuses the login') as string });
    expect(events[0]).toMatchObject({ name: 'OutboxLoginError' });
    const everything = [verdict, ...events].map((error) => JSON.stringify(error, Object.getOwnPropertyNames(error))).join();
    expect(everything).not.toContain(PASSWORD);
  } finally {
    await server.end();
  }
});

it('an error of the connection keeps name, message and code, and loses the command', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', command: { name: 'auth', args: [PASSWORD] } });
  const told = connectionError(error);
  expect(told).toMatchObject({ name: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' });
  expect(Object.keys(told)).not.toContain('command');
});
