import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisCommand, redisCommands } from './redis-commands.js';
import { findOrFetchRedis } from './redis-provision.mjs';
import { launchRedisServer, type RedisServer } from './redis-server.js';

let dataDir: string;
let server: RedisServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dev-servers-commands-'));
  server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('reads texts, integers, lists and what is absent, in the order of the commands', async () => {
  const long = 'x'.repeat(20_000);
  const commands = [`SET a ${long}`, 'GET a', 'GET b', 'DEL a', 'RPUSH c 1 2', 'LRANGE c 0 -1', 'GET ""'];
  expect(await redisCommands(server.port, commands)).toEqual(['OK', long, null, 1, 2, ['1', '2'], null]);
});

it('throws what the server refuses', async () => {
  await expect(redisCommand(server.port, 'INCR')).rejects.toThrow(/refused a command: ERR wrong number/);
});

it('throws where no server listens', async () => {
  await expect(redisCommand(1, 'PING')).rejects.toThrow(/ECONNREFUSED/);
});
