import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findOrFetchRedis } from './redis-provision.mjs';
import { launchRedisServer } from './redis-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string;
  }
}

/**
 * Vitest global set-up: one throwaway server, configured as in production, for all test files of a package.
 * Tests read its URL with `inject('redisUrl')`. A REDIS_URL in the environment is not used: tests write, and flush.
 */
export async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oracle-gateway-redis-'));
  const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
  provide('redisUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
