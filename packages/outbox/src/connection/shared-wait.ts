import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { UnreplicatedWriteError } from '../records/errors.js';
import { SCRIPTS } from './scripts.generated.js';
import type { OutboxConnection } from './scripts.js';
import { followSlot, isRedirect } from './server-redirect.js';

/** Replicas answer within a few milliseconds. One that does not within this time is gone, and the write counts as unknown. */
const REPLICATION_TIMEOUT_MS = 1_000;
/** Limit that any other command has too. */
const REDIRECTS_UNTIL_MS = 5_000;
const REDIRECT_PAUSE_MS = 50;
const MAX_BATCH = 128;

/** One run of a script. Texts of scripts are constants: each is remembered by its hash. */
export interface ScriptCall {
  readonly lua: string;
  readonly keys: readonly string[];
  readonly args: readonly (string | Buffer)[];
}

/** Runs a script, and answers once so many replicas have what it wrote. Throws UnreplicatedWriteError. */
export type ConfirmedCall = (call: ScriptCall) => Promise<unknown>;

export interface SharedWaitInput {
  /** No other command should be sent on it: the server answers nothing more on a connection before its WAIT is over. */
  readonly redis: OutboxConnection;
  readonly minReplicas: number;
  /** A key of the slot of all keys: the time of the last such write. */
  readonly writtenKey: string;
}

interface Write extends ScriptCall {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls share one WAIT: while one is under way, the next ones gather. Scripts and WAIT travel together on one connection, so no other server confirms
 * than the one that wrote. A WAIT that fails, fails all that share it.
 */
export function sharedWait(input: SharedWaitInput): ConfirmedCall {
  let gathered: Write[] = [];
  let isSending = false;
  const sendAll = async (): Promise<void> => {
    isSending = true;
    while (gathered.length > 0) {
      const batch = gathered.slice(0, MAX_BATCH);
      gathered = gathered.slice(MAX_BATCH);
      await sendBatch(batch, input);
    }
    isSending = false;
  };
  return ({ lua, keys, args }) =>
    new Promise((resolve, reject) => {
      gathered.push({ lua, keys, args, resolve, reject });
      if (!isSending) void sendAll();
    });
}

type Outcome = readonly [error: Error | null, reply?: unknown];

/** Settles every write of the batch, whatever happens. */
async function sendBatch(batch: readonly Write[], context: SharedWaitInput): Promise<void> {
  const end = performance.now() + REDIRECTS_UNTIL_MS;
  let left = batch;
  let isText = false;
  try {
    while (left.length > 0) {
      const { outcomes, confirmed } = await sendTogether(left, isText, context);
      const isLast = performance.now() > end;
      const again = left.filter((_write, index) => !isLast && mayRepeat(outcomes[index]));
      isText = outcomes.some((outcome) => isUnknownScript(outcome[0]));
      left
        .filter((write) => !again.includes(write))
        .forEach((write) => settle(write, outcomes[left.indexOf(write)], confirmed, context.minReplicas));
      left = again;
      if (left.length > 0 && !isText) {
        await wait(REDIRECT_PAUSE_MS);
        await followSlot(context.redis, context.writtenKey);
      }
    }
  } catch (error) {
    left.forEach(({ reject }) => reject(error));
  }
}

async function sendTogether(writes: readonly Write[], isText: boolean, { redis, minReplicas, writtenKey }: SharedWaitInput) {
  const together = redis.pipeline();
  for (const { lua, keys, args } of writes) {
    if (isText) together.eval(lua, keys.length, ...keys, ...args);
    else together.evalsha(hashOf(lua), keys.length, ...keys, ...args);
  }
  together.eval(SCRIPTS.markWrite.lua, 1, writtenKey).wait(minReplicas, REPLICATION_TIMEOUT_MS);
  const outcomes: readonly Outcome[] = (await together.exec()) ?? [];
  const [marked, waited] = outcomes.slice(writes.length);
  // A write that was only repeated wrote nothing; the mark did.
  const error = marked?.[0] ?? waited?.[0];
  const count = waited?.[1];
  const confirmed: Confirmed = error ?? (typeof count === 'number' ? count : new TypeError('WAIT must answer a number'));
  return { outcomes: outcomes.slice(0, writes.length), confirmed };
}

/** Number of replicas that have all of it, or the error that hides it. */
type Confirmed = number | Error;

function settle({ resolve, reject }: Write, outcome: Outcome | undefined, confirmed: Confirmed, wanted: number): void {
  const [error, reply] = outcome ?? [new Error('the server did not answer a command')];
  if (error !== null) reject(error);
  else if (typeof confirmed !== 'number') reject(confirmed);
  else if (confirmed < wanted) reject(new UnreplicatedWriteError(confirmed, wanted));
  else resolve(reply);
}

function mayRepeat(outcome: Outcome | undefined): boolean {
  return isRedirect(outcome?.[0]) || isUnknownScript(outcome?.[0]);
}

function isUnknownScript(error: Error | null | undefined): boolean {
  return error?.message.startsWith('NOSCRIPT') ?? false;
}

const hashes = new Map<string, string>();

/** Digest by which a server knows the text of a script. */
function hashOf(lua: string): string {
  const known = hashes.get(lua) ?? createHash('sha1').update(lua).digest('hex');
  hashes.set(lua, known);
  return known;
}
