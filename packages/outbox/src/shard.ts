import type { RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';
import { CorruptRecordError } from './errors.js';
import { runScript, type LuaScript } from './lua/script.js';
import { readTexts } from './reply.js';

/** The records of one gateway on one Redis primary, and how long they live. */
export interface Shard {
  readonly redis: Redis;
  /** `{og:<gateway>}` */
  readonly prefix: string;
  /** A record that nothing moves any more is kept this long: never shorter than its identity or its result. */
  readonly recordTtlMs: number;
  readonly resultTtlMs: number;
  readonly reservationMarginMs: number;
  readonly newToken: () => string;
}

export function run(shard: Shard, script: LuaScript, ...args: readonly (string | number)[]): Promise<unknown> {
  return runScript(shard.redis, script, shard.prefix, args);
}

const ROUND_ID = /^[1-9A-HJ-NP-Za-km-z]{1,64}$/;

export function isRoundId(text: string): text is RoundId {
  return ROUND_ID.test(text);
}

/** Throws CorruptRecordError. */
export function readRoundIds(reply: unknown): readonly RoundId[] {
  return readTexts(reply).map((text) => {
    if (!isRoundId(text)) throw new CorruptRecordError('the server listed something else than round ids');
    return text;
  });
}

/** Limits and durations come from configuration and code, never from a request: a bad one is a programming error. */
export function requireCount(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, 0 or more`);
  return value;
}
