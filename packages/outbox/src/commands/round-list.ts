import { CorruptRecordError, isUnreadable } from '../records/errors.js';
import { requireCount } from '../records/require-count.js';
import { requireName } from '../records/require-name.js';
import { isRoundId } from '../records/round-id.js';
import { readText, readTexts } from '../wire/reply.js';
import type { RoundRecord } from '../wire/round-record.js';
import { readRecord } from './read-record.js';
import type { Shard } from './shard.js';

/** Most rounds that one read of a list reads. */
export const MAX_LISTED = 100;

/** Time of a reservation, µs. */
const CURSOR = /^(0|[1-9][0-9]{0,15})$/;

/** A page of a list, newest first. */
export interface ListInput {
  /** Name that the rounds were reserved with as `listedUnder`. */
  readonly name: string;
  /** 1 to 100. */
  readonly limit: number;
  /** `next` of the page before: rounds reserved before the last one of that page. Default: the newest ones. */
  readonly before?: string;
}

/** A page of a list, newest reservation first. */
export interface RoundList {
  /** Records as they stand now. Fewer than `limit` also where records are gone, or cannot be read by this version. */
  readonly rounds: readonly RoundRecord[];
  /** null: there are no older ones. */
  readonly next: string | null;
}

/** Whether a text is of the form of `RoundList.next`. */
export function isListCursor(text: string): boolean {
  return CURSOR.test(text);
}

/** Throws RangeError. */
export async function readRoundList(shard: Shard, { name, limit, before }: ListInput): Promise<RoundList> {
  if (requireCount('limit', limit) < 1 || limit > MAX_LISTED) throw new RangeError(`limit must be 1 to ${MAX_LISTED}`);
  if (before !== undefined && !isListCursor(before)) throw new RangeError('before must be the next of another page');
  const key = shard.keys.listed(requireName('the name of a list', name));
  const bound = before === undefined ? '+inf' : `(${before}`;
  const texts = readTexts(await shard.redis.zrevrangebyscore(key, bound, '-inf', 'WITHSCORES', 'LIMIT', 0, limit + 1));
  const entries = texts.flatMap((roundId, index) => (index % 2 === 0 ? [{ roundId, cursor: readText(texts, index + 1) }] : []));
  const page = entries.slice(0, limit);
  const rounds = await Promise.all(page.map(({ roundId }) => readListed(shard, roundId)));
  return {
    rounds: rounds.filter((round) => round !== null),
    next: entries.length > limit ? (page.at(-1)?.cursor ?? null) : null,
  };
}

async function readListed(shard: Shard, text: string): Promise<RoundRecord | null> {
  if (!isRoundId(text)) throw new CorruptRecordError('the server listed something else than round ids');
  try {
    return await readRecord(shard, text);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
