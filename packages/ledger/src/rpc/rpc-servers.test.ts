import { afterEach, expect, it, vi } from 'vitest';

import { LedgerBusyError, LedgerUnavailableError, RpcRefusalError } from '../errors.js';
import type { FetchLike } from './bounded-fetch.js';
import type { RpcCallLimits } from './rpc-server.js';
import { LedgerBehindError } from './slot-judge.js';
import { createRpcServers, type RpcServers } from './rpc-servers.js';

const GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const LIMITS: RpcCallLimits = { timeoutMs: 100, maxAnswerBytes: 10_000 };
const ACCOUNT = ['address', { commitment: 'confirmed' }];

type Condition = 'well' | 'stalled' | 'cut' | 'too_many' | { readonly status: number } | { readonly code: number };

/** A server whose bank stands at `slot`. It keeps `minContextSlot` unless it is careless. */
class Server {
  slot = 100;
  genesisHash = GENESIS;
  condition: Condition = 'well';
  /** Conditions of single methods. */
  readonly conditionOf = new Map<string, Condition>();
  isCareless = false;
  readonly calls: string[] = [];

  constructor(readonly name: string) {}

  asked(method: string): number {
    return this.calls.filter((called) => called === method).length;
  }

  async answer(body: string, signal: AbortSignal): Promise<Response> {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] };
    this.calls.push(method);
    const condition = this.conditionOf.get(method) ?? this.condition;
    const error = (code: number) => new Response(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } }));
    if (condition === 'stalled') {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    }
    if (condition === 'cut') throw new TypeError('fetch failed');
    if (condition === 'too_many') return new Response('{}', { status: 429 });
    if (typeof condition === 'object')
      return 'code' in condition ? error(condition.code) : new Response('{}', { status: condition.status });
    const { minContextSlot = 0 } = (params.at(-1) ?? {}) as { minContextSlot?: number };
    if (!this.isCareless && minContextSlot > this.slot) return error(-32_016);
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: this.resultOf(method) }));
  }

  private resultOf(method: string): unknown {
    if (method === 'getGenesisHash') return this.genesisHash;
    if (method === 'getSlot') return this.slot;
    if (method === 'getTransaction') return null;
    return { context: { slot: this.slot }, value: this.name };
  }
}

const opened: RpcServers[] = [];
afterEach(() => opened.splice(0).forEach((servers) => servers.close()));

function open(count: number, network = NETWORK) {
  const servers = Array.from({ length: count }, (_, index) => new Server(`server ${index}`));
  const told: string[] = [];
  const fetch: FetchLike = (url, { body, signal }) => servers[Number(new URL(url).port) - 1]!.answer(body, signal);
  const places = servers.map((_, index) => index);
  const pool = createRpcServers({
    rpcUrls: places.map((_, index) => ({ current: () => `http://ledger.test:${places[index]! + 1}/?key=hunter2` })),
    network,
    fetch,
    onTrouble: (server, trouble) => told.push(`${server}: ${trouble ?? 'well'}`),
  });
  opened.push(pool);
  const rpc = pool.client(LIMITS);
  return { servers, places, pool, told, rpc, read: async () => ((await rpc('getAccountInfo', ACCOUNT)) as { value: string }).value };
}

it('the first server is asked while it is well', async () => {
  const { servers, read } = open(3);
  expect([await read(), await read()]).toEqual(['server 0', 'server 0']);
  // The second server bears out the first slot.
  expect(servers.slice(1).map(({ calls }) => calls)).toEqual([['getGenesisHash', 'getSlot'], []]);
});

it.each([
  ['is stalled', 'stalled'],
  ['cuts connections', 'cut'],
  ['answers 503', { status: 503 }],
  ['wants fewer calls', 'too_many'],
  ['lags behind in its own words', { code: -32_005 }],
] as [string, Condition][])(
  'a server that %s costs one call its time; the next calls go to the next server at once',
  async (_what, condition) => {
    const { servers, read } = open(2);
    await read();
    servers[0]!.condition = condition;
    const asked = servers[0]!.asked('getAccountInfo');
    expect([await read(), await read(), await read()]).toEqual(['server 1', 'server 1', 'server 1']);
    expect(servers[0]!.asked('getAccountInfo') - asked).toBe(1);
  },
);

it('a server whose URL has changed is asked for its genesis block anew, before anything else', async () => {
  const { servers, places, read } = open(2);
  servers.push(new Server('server 2'));
  expect(await read()).toBe('server 0');
  places[0] = 2;
  expect(await read()).toBe('server 2');
  expect(servers[2]!.calls).toEqual(['getGenesisHash', 'getAccountInfo']);
});

it('a server whose new URL leads to another cluster is never asked for more than its genesis block', async () => {
  const { servers, places, read } = open(2);
  const foreign = new Server('server 2');
  foreign.genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
  servers.push(foreign);
  await read();
  places[0] = 2;
  expect([await read(), await read()]).toEqual(['server 1', 'server 1']);
  expect(foreign.calls).toEqual(['getGenesisHash']);
});

it('a server that was in trouble is probed and comes back, and both is told once, without its URL', async () => {
  const { servers, read, told } = open(2);
  servers[0]!.condition = 'cut';
  await read();
  await read();
  servers[0]!.condition = 'well';
  await expect.poll(read).toBe('server 0');
  expect(told).toEqual([expect.stringMatching(/^0: ledger getGenesisHash: no usable answer/), '0: well']);
  expect(told.join()).not.toContain('hunter2');
});

it('a spare server that nothing is asked of is known to be gone within two minutes, and to be back', async () => {
  vi.useFakeTimers();
  try {
    const { servers, told, read } = open(2);
    await read();
    servers[1]!.condition = 'cut';
    await vi.advanceTimersByTimeAsync(120_000);
    expect([told, await read()]).toEqual([[expect.stringMatching(/^1: /)], 'server 0']);
    servers[1]!.condition = 'well';
    await vi.advanceTimersByTimeAsync(30_000);
    expect(told.at(-1)).toBe('1: well');
  } finally {
    vi.useRealTimers();
  }
});

it('a method that one server fails at takes no other call from it', async () => {
  const { servers, rpc, read } = open(2);
  await read();
  servers[0]!.conditionOf.set('getProgramAccounts', 'stalled');
  const slow = rpc('getProgramAccounts', ['program', { commitment: 'confirmed' }]);
  await read();
  expect(await slow).toMatchObject({ value: 'server 1' });
  expect(await read()).toBe('server 0');
});

it('an answer older than what is known is refused and the next server asked, whatever the server says of itself', async () => {
  for (const isCareless of [false, true]) {
    const { servers, read } = open(2);
    servers[0]!.slot = 200;
    await read();
    Object.assign(servers[0]!, { slot: 199, isCareless });
    servers[1]!.slot = 200;
    expect(await read()).toBe('server 1');
  }
});

it('what is known of one commitment says nothing of the other', async () => {
  const { servers, rpc, read } = open(2);
  await read();
  servers[0]!.slot = 68;
  expect(await rpc('getAccountInfo', ['address', { commitment: 'finalized' }])).toMatchObject({ value: 'server 0' });
});

it('where no server has got as far, the call waits for one, and fails rather than tell an older state', async () => {
  const { servers, rpc, read } = open(2);
  servers[0]!.slot = 200;
  await read();
  servers[0]!.condition = 'cut';
  servers[1]!.slot = 199;
  await expect(read()).rejects.toThrow(LedgerUnavailableError);
  servers[0]!.condition = 'well';
  servers[0]!.slot = 150;
  await expect(rpc('sendTransaction', ['bytes', { preflightCommitment: 'confirmed' }])).rejects.toMatchObject({
    constructor: LedgerBehindError,
    effect: 'none',
  });
  servers[1]!.slot = 200;
  expect(await read()).toBe('server 1');
});

it('a transaction is absent only where the server has got as far as any other', async () => {
  const { servers, rpc, read } = open(2);
  servers[0]!.slot = 200;
  await read();
  servers[0]!.slot = 199;
  await expect(rpc('getTransaction', ['signature', { commitment: 'confirmed' }])).rejects.toThrow(LedgerBehindError);
  servers[1]!.slot = 200;
  expect(await rpc('getTransaction', ['signature', { commitment: 'confirmed' }])).toBeNull();
});

it('a server of another cluster is never asked for more than its genesis block', async () => {
  const { servers, read, told } = open(2);
  servers[0]!.genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
  expect([await read(), await read()]).toEqual(['server 1', 'server 1']);
  servers[1]!.condition = 'cut';
  await expect(read()).rejects.toThrow(LedgerUnavailableError);
  expect(new Set(servers[0]!.calls)).toEqual(new Set(['getGenesisHash']));
  expect(told[0]).toContain('belongs to another cluster than solana.network names');
});

it('a refusal is an answer; only what another server may know is asked for there', async () => {
  const { servers, rpc } = open(2);
  servers[0]!.conditionOf.set('simulateTransaction', { code: -32_602 });
  await expect(rpc('simulateTransaction', [])).rejects.toThrow(RpcRefusalError);
  servers[0]!.conditionOf.set('getTransaction', { code: -32_011 });
  expect(await rpc('getTransaction', ['signature', {}])).toBeNull();
  servers[1]!.conditionOf.set('getTransaction', { code: -32_011 });
  await expect(rpc('getTransaction', ['signature', {}])).rejects.toMatchObject({ code: -32_011 });
  servers[1]!.condition = 'cut';
  servers[1]!.conditionOf.clear();
  // The one that is away may have a history.
  await expect(rpc('getTransaction', ['signature', {}])).rejects.not.toBeInstanceOf(RpcRefusalError);
});

it('the same bytes go to the next server; what may have left with the first stays unknown', async () => {
  const { servers, rpc, read } = open(2);
  const send = () => rpc('sendTransaction', ['bytes', { preflightCommitment: 'confirmed' }]);
  await read();
  servers[0]!.condition = 'stalled';
  servers[1]!.conditionOf.set('sendTransaction', { code: -32_002 });
  await expect(send()).rejects.toMatchObject({ constructor: LedgerUnavailableError, effect: 'unknown' });
  // Now the first is in trouble: the refusal speaks for itself.
  await expect(send()).rejects.toMatchObject({ constructor: RpcRefusalError, effect: 'none' });
  servers[1]!.conditionOf.clear();
  expect(await send()).toMatchObject({ value: 'server 1' });
});

it('a limit of every server is told as one, so that calls slow down', async () => {
  const { servers, read } = open(2);
  await read();
  for (const server of servers) server.condition = 'too_many';
  await expect(read()).rejects.toBeInstanceOf(LedgerBusyError);
});

it('calls that belong together are answered by one server, or begun anew at the next', async () => {
  const { servers, pool } = open(2);
  const runs: string[][] = [];
  const work = () =>
    pool.together(LIMITS, async (rpc) => {
      const names: string[] = [];
      runs.push(names);
      for (let page = 0; page < 3; page += 1) {
        names.push(((await rpc('getAccountInfo', ACCOUNT)) as { value: string }).value);
        if (runs.length === 1 && page === 1) servers[0]!.condition = 'cut';
      }
      return names;
    });
  expect(await work()).toEqual(['server 1', 'server 1', 'server 1']);
  expect(runs[0]).toEqual(['server 0', 'server 0']);
  expect(await work()).toEqual(['server 1', 'server 1', 'server 1']);
});

it('a question that is good to know is asked once, and no failure of it is held against the server', async () => {
  const { servers, pool, read, told } = open(2);
  await read();
  servers[0]!.conditionOf.set('getRecentPrioritizationFees', { status: 403 });
  await expect(pool.optionalClient(LIMITS)('getRecentPrioritizationFees', [[]])).rejects.toThrow('HTTP status 403');
  expect([await read(), told]).toEqual(['server 0', []]);
});

it('a single server is asked without a genesis block or a turn of its own; its second slot bears out the first', async () => {
  const { servers, read, rpc } = open(1, 'solana:another');
  servers[0]!.slot = 200;
  await read();
  servers[0]!.slot = 100;
  expect([await read(), servers[0]!.calls]).toEqual(['server 0', ['getAccountInfo', 'getSlot', 'getAccountInfo']]);
  servers[0]!.condition = 'cut';
  await expect(rpc('getAccountInfo', ACCOUNT)).rejects.toThrow(LedgerUnavailableError);
  servers[0]!.condition = 'well';
  expect(await read()).toBe('server 0');
});

it.each([0, 9])('refuses a list of %d servers', (count) => {
  expect(() => open(count)).toThrow('rpcUrls: must be 1 to 8 servers');
});
