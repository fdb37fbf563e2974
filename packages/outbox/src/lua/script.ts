import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { PRELUDE } from './prelude.lua.js';

/** One command of the outbox: it runs alone on the server, so everything it checks still holds when it writes. */
export interface LuaScript {
  readonly source: string;
  readonly sha1: string;
}

export function luaScript(body: string): LuaScript {
  const source = `${PRELUDE}\n${body}`;
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

/**
 * Runs a script on the shard `prefix`. The prefix is the only declared key: the owner's keys are known only from the record, and all
 * keys of a shard share its hash tag, hence its slot.
 */
export async function runScript(redis: Redis, script: LuaScript, prefix: string, args: readonly (string | number)[]): Promise<unknown> {
  try {
    return await redis.evalsha(script.sha1, 1, prefix, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(script.source, 1, prefix, ...args);
  }
}
