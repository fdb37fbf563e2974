import { afterEach, expect, it } from 'vitest';
import { LedgerUnavailableError } from '../errors.js';
import type { FetchLike } from './bounded-fetch.js';
import { createRpcServers, type RpcServers } from './rpc-servers.js';
import { LedgerAheadError, LedgerBehindError } from './slot-judge.js';

const GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const START = 400_000_000;
const LIMITS = { timeoutMs: 1_000, maxAnswerBytes: 10_000 };
const SLOT_MS = 400;

const opened: RpcServers[] = [];
afterEach(() => opened.splice(0).forEach((servers) => servers.close()));

type Lie = (method: string, truth: number) => number;

/** Servers of one ledger whose slots follow a clock that the test sets. A lie is told by one answer. */
function open(count: number) {
  const time = { ms: 0 };
  const lies = new Map<number, Lie>();
  const calls: string[] = [];
  const outcomes: string[] = [];
  const troubles: string[] = [];
  const truth = () => START + Math.floor(time.ms / SLOT_MS);
  const respond = (url: string, body: string): Response => {
    const index = Number(new URL(url).port) - 1;
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] };
    calls.push(`${index} ${method}`);
    const answer = (told: object) => new Response(JSON.stringify({ jsonrpc: '2.0', id, ...told }));
    if (method === 'getGenesisHash') return answer({ result: GENESIS });
    const lie = lies.get(index);
    lies.delete(index);
    const slot = lie?.(method, truth()) ?? truth();
    const { minContextSlot = 0 } = (params.at(-1) ?? {}) as { minContextSlot?: number };
    if (minContextSlot > slot) return answer({ error: { code: -32_016, message: 'not yet' } });
    const height = slot - 20_000_000;
    if (method === 'getSlot') return answer({ result: slot });
    if (method === 'getBlockHeight') return answer({ result: height });
    if (method === 'getEpochInfo') return answer({ result: { absoluteSlot: slot, blockHeight: height } });
    if (method === 'getTransaction') return answer({ result: { slot } });
    if (method === 'getSignaturesForAddress') return answer({ result: [{ slot: 7 }, { slot }] });
    return answer({ result: { context: { slot }, value: method === 'getSignatureStatuses' ? [null, { slot }] : 'state' } });
  };
  const fetch: FetchLike = (url, { body }) => Promise.resolve(respond(url, body));
  const pool = createRpcServers({
    rpcUrls: Array.from({ length: count }, (_, index) => `http://ledger.test:${index + 1}/?key=hunter2`),
    network: `solana:${GENESIS.slice(0, 32)}`,
    fetch,
    monotonicMs: () => time.ms,
    wait: (ms) => {
      time.ms += ms;
      return Promise.resolve();
    },
    onCall: (server, outcome) => outcomes.push(`${server} ${outcome}`),
    onTrouble: (server, trouble) => troubles.push(`${server} ${trouble ?? 'well'}`),
  });
  opened.push(pool);
  const call = pool.client(LIMITS);
  const rpc = (method: string, ...params: readonly unknown[]) => {
    time.ms += 100;
    return call(method, params);
  };
  const read = () => rpc('getAccountInfo', 'address', { commitment: 'confirmed' });
  return { time, lies, calls, outcomes, troubles, rpc, read };
}

it.each([1, 2])('an answer far ahead is refused once, by %d servers, and every later one is answered', async (count) => {
  const { lies, read, outcomes, troubles } = open(count);
  await read();
  lies.set(0, () => 1_000_000_000);
  if (count === 1) await expect(read()).rejects.toThrow(LedgerAheadError);
  // The next server answers in its place.
  else expect(await read()).toMatchObject({ value: 'state' });
  expect(outcomes).toContain('0 ahead');
  expect(troubles).toEqual([expect.stringMatching(/^0 .*further ahead than time explains/)]);
  expect(troubles.join()).not.toContain('hunter2');
  for (let again = 0; again < 4; again += 1) expect(await read()).toMatchObject({ value: 'state' });
  if (count === 1) expect(troubles).toHaveLength(2);
});

it.each([
  ['getSlot', [{ commitment: 'confirmed' }]],
  ['getEpochInfo', [{ commitment: 'finalized' }]],
  ['getMultipleAccounts', [[], { commitment: 'confirmed' }]],
  ['getBlockHeight', [{ commitment: 'finalized' }]],
  ['getTransaction', ['signature', { commitment: 'confirmed' }]],
  ['getSignaturesForAddress', ['address', { commitment: 'confirmed' }]],
  ['getSignatureStatuses', [['signature']]],
] as [string, readonly unknown[]][])('no number of %s is believed beyond what time explains', async (method, params) => {
  const { lies, rpc } = open(1);
  await rpc(method, ...params);
  lies.set(0, (_method, truth) => truth + 5_000);
  await expect(rpc(method, ...params)).rejects.toThrow(LedgerAheadError);
  expect(await rpc(method, ...params)).toBeDefined();
});

it.each([1, 2])('the first slot of a process is one of two answers of %d servers that agree, whichever of them is wrong', async (count) => {
  for (const wrong of [1_000_000_000, 5]) {
    for (const first of [0, 1]) {
      const { lies, read } = open(count);
      // The second answer of one server, or the only one of another.
      const tell = (place: number): void => void lies.set(count === 1 ? 0 : place, place === 0 ? () => wrong : (_, truth) => truth);
      tell(first);
      if (count === 2 && first === 1) lies.set(1, () => wrong);
      const told = await read().catch((error: unknown) => error);
      if (!(told instanceof LedgerUnavailableError)) expect(told).toMatchObject({ context: { slot: expect.closeTo(START, -2) as number } });
      expect(await read()).toMatchObject({ value: 'state' });
      lies.set(0, () => wrong);
      await read().catch(() => undefined);
      expect(await read()).toMatchObject({ context: { slot: expect.closeTo(START, -2) as number } });
    }
  }
});

it('a server that falls far behind is refused, by itself as beside others', async () => {
  const { lies, read } = open(1);
  await read();
  lies.set(0, (_method, truth) => truth - 5_000);
  await expect(read()).rejects.toThrow(LedgerBehindError);
  expect(await read()).toMatchObject({ value: 'state' });
});

it('a slot that time explains and no server reaches is known for a while only', async () => {
  const { time, lies, read } = open(2);
  await read();
  lies.set(0, (_method, truth) => truth + 140);
  await read();
  await expect(read()).rejects.toThrow(LedgerBehindError);
  const begunAtMs = time.ms;
  while (
    !(await read().then(
      () => true,
      () => false,
    ))
  ) {
    expect(time.ms - begunAtMs).toBeLessThan(30_000);
  }
});

it('a process that was suspended, or a ledger that begins anew at another slot, is answered after one refusal', async () => {
  for (const leap of [1_500, -20_000]) {
    const { time, read, lies } = open(1);
    await read();
    const forGood: Lie = (_method, truth) => {
      lies.set(0, forGood);
      return truth + leap;
    };
    lies.set(0, forGood);
    await expect(read()).rejects.toThrow(LedgerUnavailableError);
    time.ms += 500;
    expect(await read()).toMatchObject({ value: 'state' });
  }
});

it('after a silence a leap is borne out at once, at the price of one call', async () => {
  const { time, read, lies, calls } = open(2);
  await read();
  time.ms += 60_000;
  const before = calls.length;
  const fast: Lie = (_method, truth) => truth + 500;
  lies.set(0, fast);
  lies.set(1, fast);
  expect(await read()).toMatchObject({ value: 'state' });
  expect(calls.slice(before)).toEqual(['0 getAccountInfo', '1 getSlot']);
});
