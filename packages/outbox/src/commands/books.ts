import type { Address } from '@oracle-gateway/protocol';
import { randomBytes } from 'node:crypto';
import { defineScripts, type OutboxConnection } from '../connection/scripts.js';
import type { BookRow } from '../records/book-row.js';
import { CorruptRecordError, isUnreadable } from '../records/errors.js';
import { requireCount } from '../records/require-count.js';
import { decodeBookRow } from '../wire/book-entry.js';
import { outboxPrefix, ShardKeys } from '../wire/keys.js';
import { readInteger, readText, readTexts, readTimeMs } from '../wire/reply.js';

/** Rows of one call, at most: a script takes so many in a few milliseconds. */
export const MOST_PULLED_ROWS = 1_000;

/** A row of the books that waits; `row` is null where it cannot be read, and `text` is then what is known of it. */
export interface WaitingRow {
  readonly id: string;
  readonly marker: string;
  readonly row: BookRow | null;
  readonly text: string;
}

/** The next rows of the books, or which process holds them. */
export type PulledBooks =
  | { readonly outcome: 'busy'; readonly pulledBy: string; readonly untilMs: number }
  | { readonly outcome: 'rows'; readonly nowMs: number; readonly waiting: number; readonly rows: readonly WaitingRow[] };

/** The books of one Gateway account, as one process at a time pulls them. */
export interface Books {
  /** The oldest rows. Takes the lease, or extends it. */
  pull(input: { readonly limit: number; readonly leaseMs: number }): Promise<PulledBooks>;
  /** Removes rows that are on this process's disk, and gives the lease back after the last ones. False: another process has the lease. */
  drop(ids: readonly string[], input: { readonly isLast: boolean }): Promise<boolean>;
}

/** The books of one Gateway account, and the process that pulls them. */
export interface BooksOptions {
  readonly redis: OutboxConnection;
  /** Address of the Gateway account. */
  readonly gateway: Address;
  /** Names this process to another one that finds the books lent. */
  readonly pulledBy: string;
}

/** It neither opens nor closes the connection. */
export function createBooks({ redis, gateway, pulledBy }: BooksOptions): Books {
  const run = defineScripts(redis);
  const keys = new ShardKeys(outboxPrefix(gateway)).books;
  const token = randomBytes(16).toString('base64url');
  return {
    async pull({ limit, leaseMs }) {
      const input = {
        token,
        pulledBy,
        leaseMs: requireCount('leaseMs', leaseMs),
        limit: Math.min(requireCount('limit', limit), MOST_PULLED_ROWS),
      };
      return readPulled(readTexts(await run('pullBooks', keys, input)));
    },

    async drop(ids, { isLast }) {
      return readText(readTexts(await run('dropBooks', keys, { token, ids, isLast })), 0) === 'ok';
    },
  };
}

function readPulled(texts: readonly string[]): PulledBooks {
  const outcome = readText(texts, 0);
  switch (outcome) {
    case 'busy':
      return { outcome, pulledBy: readText(texts, 1), untilMs: readTimeMs(readText(texts, 2)) };
    case 'rows':
      return {
        outcome,
        nowMs: readTimeMs(readText(texts, 1)),
        waiting: readInteger(readText(texts, 3)),
        rows: readRows(readText(texts, 2), texts.slice(4)),
      };
    default:
      throw new CorruptRecordError('the server answered a pull with an unknown outcome');
  }
}

function readRows(marker: string, texts: readonly string[]): readonly WaitingRow[] {
  const rows: WaitingRow[] = [];
  for (let place = 0; place < texts.length; place += 2) rows.push(readWaiting(marker, readText(texts, place), readText(texts, place + 1)));
  return rows;
}

function readWaiting(marker: string, id: string, text: string): WaitingRow {
  try {
    return { id, marker, text, row: decodeBookRow(marker, id, text) };
  } catch (error) {
    if (isUnreadable(error)) return { id, marker, text, row: null };
    throw error;
  }
}
