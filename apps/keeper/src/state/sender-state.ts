import type { ConfirmedCall } from '@oracle-gateway/outbox';

/** A transaction that was signed and may be in a block, or may still come into one. */
export interface InFlight {
  readonly nonce: number;
  /** All transactions that were signed under the nonce, the last one last. */
  readonly hashes: readonly `0x${string}`[];
  /** The last one, signed. */
  readonly raw: `0x${string}`;
  /** Call that it makes. */
  readonly data: `0x${string}`;
  /** Wei of one unit of gas. */
  readonly maxFee: bigint;
  readonly tip: bigint;
  readonly gas: bigint;
  /** Part of the day's fees that was counted for it, in gwei. */
  readonly counted: bigint;
  /** When the last one was signed, unix milliseconds. */
  readonly sentAtMs: number;
}

/**
 * The account that sends for one target, which keepers share. One of them at a time has its lease. Each transaction is kept before it is sent, so
 * that another keeper goes on with it.
 */
export interface SenderState {
  /** False while another keeper has the lease. It prolongs the lease of the same token. */
  lease(token: string, input: { readonly nowMs: number; readonly lifeMs: number }): Promise<boolean>;
  inFlight(): Promise<InFlight | null>;
  /** False where the lease is another keeper's by now: nothing may be sent then. */
  keep(token: string, inFlight: InFlight | null): Promise<boolean>;
  release(token: string): Promise<void>;
}

/** ARGV: token, now, until. */
const LEASE = `
local token, ends = unpack(redis.call('HMGET', KEYS[1], 'token', 'until'))
if token and token ~= ARGV[1] and tonumber(ends) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'until', ARGV[3])
return 1`;

/** ARGV: token, text or ''. */
const KEEP = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('HDEL', KEYS[1], 'inFlight') else redis.call('HSET', KEYS[1], 'inFlight', ARGV[2]) end
return 1`;

/** ARGV: token. */
const RELEASE = `
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('HDEL', KEYS[1], 'token', 'until') end
return 1`;

const READ = `return redis.call('HGET', KEYS[1], 'inFlight') or ''`;

export function createSenderState(
  { confirmed, prefix }: { readonly confirmed: ConfirmedCall; readonly prefix: string },
  target: string,
): SenderState {
  const keys = [`${prefix}:sender:${target}`];
  const run = (lua: string, ...args: readonly (string | number)[]): Promise<unknown> => confirmed({ lua, keys, args: args.map(String) });
  return {
    lease: async (token, { nowMs, lifeMs }) => (await run(LEASE, token, nowMs, nowMs + lifeMs)) === 1,
    inFlight: async () => inFlightIn(await run(READ)),
    keep: async (token, inFlight) => (await run(KEEP, token, inFlight === null ? '' : textOf(inFlight))) === 1,
    async release(token) {
      await run(RELEASE, token);
    },
  };
}

function textOf({ maxFee, tip, gas, counted, ...others }: InFlight): string {
  return JSON.stringify({ ...others, maxFee: `${maxFee}`, tip: `${tip}`, gas: `${gas}`, counted: `${counted}` });
}

/** Null too for a text that another release wrote: the account's nonce then says what is next. */
function inFlightIn(reply: unknown): InFlight | null {
  if (typeof reply !== 'string' || reply === '') return null;
  const kept: unknown = JSON.parse(reply);
  if (typeof kept !== 'object' || kept === null) return null;
  const { nonce, hashes, raw, data, maxFee, tip, gas, counted, sentAtMs } = { ...NOTHING, ...kept };
  const numbers = [maxFee, tip, gas, counted].map((one) => (typeof one === 'string' && /^\d+$/.test(one) ? BigInt(one) : null));
  const [fee = null, tipFee = null, limit = null, cost = null] = numbers;
  if (typeof nonce !== 'number' || typeof sentAtMs !== 'number' || !isHex(raw) || !isHex(data)) return null;
  if (fee === null || tipFee === null || limit === null || cost === null || !Array.isArray(hashes) || !hashes.every(isHex)) return null;
  return { nonce, hashes, raw, data, maxFee: fee, tip: tipFee, gas: limit, counted: cost, sentAtMs };
}

const NOTHING = {
  nonce: null as unknown,
  hashes: null as unknown,
  raw: null as unknown,
  data: null as unknown,
  maxFee: null as unknown,
  tip: null as unknown,
  gas: null as unknown,
  counted: null as unknown,
  sentAtMs: null as unknown,
};

function isHex(text: unknown): text is `0x${string}` {
  return typeof text === 'string' && text.startsWith('0x');
}
