import { deriveFeedId, formatAddress, NO_OWNER, toAddress, type SourceId } from '@oracle-gateway/protocol';
import {
  ACCOUNT_BYTES,
  AccountDecodeError,
  configAddress,
  delegateAddress,
  feedAddress,
  nodeAddress,
  registryAddress,
  subscriptionAddress,
} from '@oracle-gateway/protocol/accounts';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { accountAnswer, atSlot, scriptedRpc, type ScriptedRpc } from '../tests/scripted-rpc.js';
import { LedgerUnavailableError, ProtocolNotInitialisedError } from './errors.js';
import { createLedgerReader, type LedgerReader } from './reader.js';

const programId = toAddress(new Uint8Array(32).fill(0x11));
const owner = toAddress(new Uint8Array(32).fill(0x22));
const program = formatAddress(programId);
const system = '11111111111111111111111111111111';

/** Account bytes by the tables of docs/protocol.md. */
function account(discriminator: string, length: number, fields: Readonly<Record<number, number | bigint>> = {}): Uint8Array {
  const data = new Uint8Array(length);
  data.set(new TextEncoder().encode(discriminator));
  const view = new DataView(data.buffer);
  for (const [offset, value] of Object.entries(fields)) {
    if (typeof value === 'bigint') view.setBigUint64(Number(offset), value, true);
    else view.setUint8(Number(offset), value);
  }
  return data;
}

function config(version: bigint): Uint8Array {
  return account('SVC_CFG1', ACCOUNT_BYTES.config, { 144: version });
}
function registry(version: bigint, keys: readonly number[]): Uint8Array {
  const active = keys.filter((fill) => fill !== 0).length;
  const data = account('SVC_REG1', 40 + 64 * keys.length, { 9: keys.length, 10: 1, 11: 2, 12: active, 16: version });
  for (const [index, fill] of keys.entries()) data.fill(fill, 40 + 64 * index, 104 + 64 * index);
  return data;
}
function node(index: number): Uint8Array {
  return account('SVC_NOD1', ACCOUNT_BYTES.node, { 9: index });
}
function subscription(roundsLeft: bigint): Uint8Array {
  return account('SVC_SUB1', 168, { 120: roundsLeft });
}

interface Held {
  readonly owner: string;
  readonly data: Uint8Array;
}

/** A ledger whose accounts the test changes as it goes. */
function ledger(initial: Readonly<Record<string, Held>> = {}) {
  const accounts = new Map(Object.entries(initial));
  const clock = { ms: 0 };
  const answer = (address: string): unknown => {
    const held = accounts.get(address);
    return held === undefined ? null : accountAnswer(held.owner, held.data);
  };
  const rpc: ScriptedRpc = scriptedRpc({
    getAccountInfo: ([address]) => atSlot(77, answer(address as string)),
    getMultipleAccounts: ([addresses]) => atSlot(77, (addresses as string[]).map(answer)),
    getSlot: () => 78,
  });
  const reader: LedgerReader = createLedgerReader({
    rpcUrl: 'http://ledger.test',
    programId,
    fetch: rpc.fetch,
    monotonicMs: () => clock.ms,
  });
  return { accounts, clock, rpc, reader };
}

const configAt = formatAddress(configAddress(programId));
function registryAt(version: bigint): string {
  return formatAddress(registryAddress(programId, version));
}
function nodeAt(index: number): string {
  return formatAddress(nodeAddress(programId, index));
}

describe('an account', () => {
  it('is not ours where it belongs to another program', async () => {
    const { reader, accounts } = ledger();
    accounts.set(formatAddress(owner), { owner: system, data: account('SVC_RCT1', 80) });
    expect(await reader.receipt(owner)).toEqual({ value: null, slot: 77, ownerMatches: false });
    expect(await reader.gateway(owner)).toEqual({ value: null, slot: 77 });
    expect(await reader.node(owner)).toEqual({ value: null, slot: 77 });
  });

  it('is null where it does not exist, at the slot it was asked at', async () => {
    const { reader } = ledger();
    expect(await reader.receipt(owner)).toEqual({ value: null, slot: 77, ownerMatches: false });
    expect(await reader.subscription(owner)).toEqual({ value: null, slot: 77 });
    expect(await reader.registry(3n)).toBeNull();
  });

  it('of the program in another form is an error, not an absence', async () => {
    const { reader } = ledger({ [configAt]: { owner: program, data: account('SVC_SUB1', 240) } });
    await expect(reader.config()).rejects.toBeInstanceOf(AccountDecodeError);
  });
});

describe('the protocol', () => {
  it('without Config or registry is not initialised', async () => {
    const empty = ledger();
    await expect(empty.reader.config()).rejects.toMatchObject({ name: 'ProtocolNotInitialisedError', missing: 'config' });
    const young = ledger({ [configAt]: { owner: program, data: config(0n) } });
    await expect(young.reader.currentRegistry()).rejects.toBeInstanceOf(ProtocolNotInitialisedError);
    expect(young.rpc.calls).toHaveLength(1);
  });

  it('needs a node account for every key of its registry', async () => {
    const { reader } = ledger({
      [configAt]: { owner: program, data: config(1n) },
      [registryAt(1n)]: { owner: program, data: registry(1n, [1, 2]) },
      [nodeAt(0)]: { owner: program, data: node(0) },
    });
    await expect(reader.nodes()).rejects.toThrow(LedgerUnavailableError);
  });
});

describe("a gateway's account", () => {
  it('is read in a call of its own where a stranger named it, and no more of it than its form has', async () => {
    const { reader, rpc } = ledger();
    await Promise.all([reader.gateway(owner, { alone: true }), reader.node(nodeAddress(programId, 5))]);
    const options = { encoding: 'base64', commitment: 'confirmed' };
    expect(rpc.calls.map(({ params }) => params)).toEqual([
      [formatAddress(owner), { ...options, dataSlice: { offset: 0, length: 256 } }],
      [nodeAt(5), options],
    ]);
  });

  it('has one length: a longer account is an error', async () => {
    const { reader, accounts } = ledger();
    accounts.set(formatAddress(owner), { owner: program, data: account('SVC_GTW1', 256) });
    await expect(reader.gateway(owner, { alone: true })).rejects.toBeInstanceOf(AccountDecodeError);
  });
});

describe("a node's account", () => {
  it('is read past the cache, outside of any registry too, and in one call with what is asked beside it', async () => {
    const { reader, accounts, rpc } = ledger({ [configAt]: { owner: program, data: config(0n) } });
    const address = nodeAddress(programId, 5);
    accounts.set(nodeAt(5), { owner: program, data: node(5) });
    const [{ value, slot }] = await Promise.all([reader.node(address), reader.config({ refresh: true }), reader.gateway(owner)]);
    expect([value?.index, value?.encryptionKeyChangedAt, slot]).toEqual([5, 0n, 77]);
    expect(rpc.calls).toHaveLength(1);
    accounts.set(nodeAt(5), { owner: program, data: account('SVC_NOD1', ACCOUNT_BYTES.node, { 9: 5, 176: 9n }) });
    expect((await reader.node(address)).value?.encryptionKeyChangedAt).toBe(9n);
  });
});

describe('caching', () => {
  const world = () =>
    ledger({
      [configAt]: { owner: program, data: config(1n) },
      [registryAt(1n)]: { owner: program, data: registry(1n, [1, 0, 3]) },
      [registryAt(2n)]: { owner: program, data: registry(2n, [1, 2, 3]) },
      ...Object.fromEntries([0, 1, 2].map((index) => [nodeAt(index), { owner: program, data: node(index) }])),
    });

  it("answers a removed node's place as empty and asks for the others only", async () => {
    const { reader } = world();
    expect((await reader.nodes()).map(({ index }) => index)).toEqual([0, 2]);
  });

  it('a registry change is seen at once when a refresh is asked for, but not more often than once a second', async () => {
    const { reader, accounts, clock, rpc } = world();
    expect((await reader.currentRegistry()).version).toBe(1n);
    accounts.set(configAt, { owner: program, data: config(2n) });
    clock.ms = 999;
    expect((await reader.currentRegistry({ refresh: true })).version).toBe(1n);
    clock.ms = 1_000;
    const asked = await Promise.all(Array.from({ length: 50 }, () => reader.currentRegistry({ refresh: true })));
    expect(new Set(asked.map(({ version }) => version))).toEqual(new Set([2n]));
    expect(rpc.calls).toHaveLength(4);
    expect((await reader.nodes()).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('the nodes of an earlier version are its own, whatever the current one has', async () => {
    const { reader, accounts, clock } = world();
    const earlier = await reader.currentRegistry();
    accounts.set(configAt, { owner: program, data: config(2n) });
    clock.ms = 1_000;
    expect((await reader.readCurrentRegistry()).version).toBe(2n);
    expect((await reader.nodes()).map(({ index }) => index)).toEqual([0, 1, 2]);
    expect((await reader.nodes(earlier)).map(({ index }) => index)).toEqual([0, 2]);
  });

  it('a subscription is read again after two seconds, or when a fresh one is asked for', async () => {
    const { reader, accounts, clock } = world();
    const at = formatAddress(subscriptionAddress(programId, owner));
    const roundsLeft = async (options?: { fresh: boolean }) => (await reader.subscription(owner, options)).value?.roundsLeft;
    accounts.set(at, { owner: program, data: subscription(5n) });
    expect(await roundsLeft()).toBe(5n);
    accounts.set(at, { owner: program, data: subscription(4n) });
    expect(await roundsLeft()).toBe(5n);
    expect(await roundsLeft({ fresh: true })).toBe(4n);
    clock.ms = 2_000;
    expect(await roundsLeft()).toBe(4n);
  });
});

describe('a delegate', () => {
  const [subscriptionOwner, authority, another] = [
    owner,
    toAddress(new Uint8Array(32).fill(0x33)),
    toAddress(new Uint8Array(32).fill(0x44)),
  ];
  const delegate = (rounds: bigint): Held => ({ owner: program, data: account('SVC_DLG1', 136, { 80: rounds }) });
  const at = (of: typeof owner, key: typeof owner) => formatAddress(delegateAddress(programId, subscriptionAddress(programId, of), key));

  it('is that of one subscription under one key, read again after two seconds, or when a fresh one is asked for', async () => {
    const { reader, accounts, clock } = ledger();
    const rounds = async (options?: { fresh: boolean }) => (await reader.delegate({ subscriptionOwner, authority }, options)).value?.rounds;
    accounts.set(at(owner, authority), delegate(5n));
    accounts.set(at(another, authority), delegate(6n));
    expect(await rounds()).toBe(5n);
    expect((await reader.delegate({ subscriptionOwner: another, authority })).value?.rounds).toBe(6n);
    expect(await reader.delegate({ subscriptionOwner, authority: another })).toEqual({ value: null, slot: 77 });
    accounts.set(at(owner, authority), delegate(4n));
    expect(await rounds()).toBe(5n);
    expect(await rounds({ fresh: true })).toBe(4n);
    clock.ms = 2_000;
    expect(await rounds()).toBe(4n);
  });
});

describe('a feed', () => {
  it('is read by its id, past every cache', async () => {
    const { reader, accounts } = ledger();
    const feedId = deriveFeedId({ owner: NO_OWNER, sourceId: new Uint8Array(32) as SourceId, signaturesRequired: 3 });
    for (const timestampMs of [1n, 2n]) {
      const data = account('SVC_FED1', ACCOUNT_BYTES.feed, { 144: timestampMs });
      accounts.set(formatAddress(feedAddress(programId, feedId)), { owner: program, data });
      expect((await reader.feed(feedId)).value).toMatchObject({ timestampMs, mode: null, decimals: null });
    }
  });
});

describe('the load on the RPC server', () => {
  const protocol = {
    [configAt]: { owner: program, data: config(1n) },
    [registryAt(1n)]: { owner: program, data: registry(1n, [1]) },
    [registryAt(2n)]: { owner: program, data: registry(2n, [1]) },
  };

  it('one poll of the registry and of every gateway is one call, of one slot', async () => {
    const { reader, clock, rpc } = ledger(protocol);
    await reader.currentRegistry();
    clock.ms = 2_000;
    const before = rpc.calls.length;
    const [current, ...gateways] = await Promise.all([
      reader.currentRegistry({ refresh: true }),
      ...[1, 2, 3].map((fill) => reader.gateway(toAddress(new Uint8Array(32).fill(fill)))),
    ]);
    expect([current.version, gateways.map(({ slot }) => slot)]).toEqual([1n, [77, 77, 77]]);
    expect(rpc.calls.length - before).toBe(1);
  });

  it('a new version costs one call more, once', async () => {
    const { reader, accounts, clock, rpc } = ledger(protocol);
    await reader.currentRegistry();
    accounts.set(configAt, { owner: program, data: config(2n) });
    const callsPerPoll: number[] = [];
    for (const ms of [2_000, 4_000]) {
      clock.ms = ms;
      const before = rpc.calls.length;
      expect((await reader.currentRegistry({ refresh: true })).version).toBe(2n);
      callsPerPoll.push(rpc.calls.length - before);
    }
    expect(callsPerPoll).toEqual([2, 1]);
  });

  it('a hundred receipts are one call, and one more begins the next', async () => {
    const { reader, rpc } = ledger();
    const addresses = Array.from({ length: 101 }, (_, index) => toAddress(new Uint8Array(32).fill(index + 1)));
    await Promise.all(addresses.map((address) => reader.receipt(address)));
    expect(rpc.calls.map(({ method, params }) => [method, [params[0]].flat().length])).toEqual([
      ['getMultipleAccounts', 100],
      ['getAccountInfo', 1],
    ]);
  });
});

describe('a wall clock that is set back by an hour', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps no value a moment longer', async () => {
    const wallClock = Date.now;
    let stepMs = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => wallClock() + stepMs);
    const rpc = scriptedRpc({ getAccountInfo: () => atSlot(77, accountAnswer(program, subscription(BigInt(rpc.calls.length)))) });
    const reader = createLedgerReader({ rpcUrl: 'http://ledger.test', programId, fetch: rpc.fetch, subscriptionTtlMs: 20 });
    const roundsLeft = async () => (await reader.subscription(owner)).value?.roundsLeft;
    expect(await roundsLeft()).toBe(1n);
    stepMs = -3_600_000;
    await expect.poll(roundsLeft).toBe(2n);
  });
});

describe("the ledger's clock", () => {
  it("is the Clock sysvar's unix timestamp", async () => {
    const clockData = new Uint8Array(40);
    new DataView(clockData.buffer).setBigInt64(32, 1_800_000_000n, true);
    const { reader } = ledger({
      SysvarC1ock11111111111111111111111111111111: { owner: 'Sysvar1111111111111111111111111111111111111', data: clockData },
    });
    expect(await reader.clockSeconds()).toBe(1_800_000_000);
    await expect(ledger().reader.clockSeconds()).rejects.toBeInstanceOf(LedgerUnavailableError);
  });

  it('and slot come from the server', async () => {
    expect(await ledger().reader.slot()).toBe(78);
  });
});

describe('the tip', () => {
  it('is asked for once in a slot, however many want it', async () => {
    const clock = { ms: 0 };
    let height = 1_000;
    const rpc = scriptedRpc({ getEpochInfo: () => ({ absoluteSlot: 77, blockHeight: (height += 1) }) });
    const reader = createLedgerReader({ rpcUrl: 'http://ledger.test', programId, fetch: rpc.fetch, monotonicMs: () => clock.ms });
    const first = { slot: 77, blockHeight: 1_001 };
    expect(await Promise.all([reader.tip(), reader.tip()])).toEqual([first, first]);
    clock.ms = 399;
    expect(await reader.tip()).toEqual(first);
    clock.ms = 400;
    expect(await reader.tip()).toEqual({ slot: 77, blockHeight: 1_002 });
    expect(rpc.calls[0]).toEqual({ method: 'getEpochInfo', params: [{ commitment: 'confirmed' }] });
  });
});
