import type { ConfirmedCall } from '@oracle-gateway/outbox';

/** The transactions of one nonce, until one of them counts. */
export interface InFlight {
  readonly nonce: number;
  /** All that were signed, the last one last. Any of them may be in a block, or may still come into one. */
  readonly hashes: readonly `0x${string}`[];
  /** The last one, signed. */
  readonly raw: `0x${string}`;
  /** Part of the day's fees that was counted for them, in gwei. */
  readonly counted: bigint;
  /** When the last one was signed, unix milliseconds. */
  readonly sentAtMs: number;
}

/**
 * The account that sends for one target, which keepers share. One of them at a time has its lease. Each transaction is kept before it is sent, until
 * it counts. So another keeper goes on with it, and one of them tells what it did.
 */
export interface SenderState {
  /** False while another keeper has the lease. It prolongs the lease of the same token. */
  lease(token: string, input: { readonly nowMs: number; readonly lifeMs: number }): Promise<boolean>;
  inFlight(): Promise<readonly InFlight[]>;
  /** False where the lease is another keeper's by now: nothing may be sent then. */
  keep(token: string, inFlight: readonly InFlight[]): Promise<boolean>;
  release(token: string): Promise<void>;
}

/** ARGV: token, now, until. */
const LEASE = `
local token, ends = unpack(redis.call('HMGET', KEYS[1], 'token', 'until'))
if token and token ~= ARGV[1] and tonumber(ends) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'until', ARGV[3])
return 1`;

/** ARGV: token, text. */
const KEEP = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'inFlight', ARGV[2])
return 1`;

/** ARGV: token. */
const RELEASE = `
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('HDEL', KEYS[1], 'token', 'until') end
return 1`;

const READ = `return redis.call('HGET', KEYS[1], 'inFlight') or '[]'`;

export function createSenderState(
  { confirmed, prefix }: { readonly confirmed: ConfirmedCall; readonly prefix: string },
  target: string,
): SenderState {
  const keys = [`${prefix}:sender:${target}`];
  const run = (lua: string, ...args: readonly (string | number)[]): Promise<unknown> => confirmed({ lua, keys, args: args.map(String) });
  return {
    lease: async (token, { nowMs, lifeMs }) => (await run(LEASE, token, nowMs, nowMs + lifeMs)) === 1,
    inFlight: async () => inFlightIn(await run(READ)),
    keep: async (token, inFlight) => (await run(KEEP, token, JSON.stringify(inFlight.map(textOf)))) === 1,
    async release(token) {
      await run(RELEASE, token);
    },
  };
}

function textOf({ counted, ...others }: InFlight) {
  return { ...others, counted: `${counted}` };
}

/** Skips the ones of another release: the account's nonce then says what is next. */
function inFlightIn(reply: unknown): readonly InFlight[] {
  const kept: unknown = typeof reply === 'string' ? JSON.parse(reply) : null;
  return Array.isArray(kept) ? kept.flatMap(oneIn) : [];
}

function oneIn(kept: unknown): readonly InFlight[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { nonce, hashes, raw, counted, sentAtMs } = { ...NOTHING, ...kept };
  if (typeof nonce !== 'number' || typeof sentAtMs !== 'number' || !isHex(raw)) return [];
  if (typeof counted !== 'string' || !/^\d+$/.test(counted) || !Array.isArray(hashes) || !hashes.every(isHex)) return [];
  return [{ nonce, hashes, raw, counted: BigInt(counted), sentAtMs }];
}

const NOTHING = {
  nonce: null as unknown,
  hashes: null as unknown,
  raw: null as unknown,
  counted: null as unknown,
  sentAtMs: null as unknown,
};

function isHex(text: unknown): text is `0x${string}` {
  return typeof text === 'string' && text.startsWith('0x');
}
