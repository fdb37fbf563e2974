import { deriveDeploymentId, formatAddress, fromHex, parseAddress } from '@oracle-gateway/protocol';
import { configAddress, nodeAddress, registryAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import accounts from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { REGISTRY } from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import { createOracleLedger } from './oracle-ledger.js';

const OTHER = 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed';
const programId = parseAddress(vector.programId);
const deployment = { programId, network: vector.network, deploymentId: deriveDeploymentId({ programId, network: vector.network }) };
const CONFIG = formatAddress(configAddress(programId));
const node = accounts.valid.find(({ account, name }) => account === 'Node' && name === 'plain')!;
const nodeFields = node.fields as { index: number; publicKey: string; encryptionKey: string };
/** A registry whose key 5 is that of the node of the vectors. */
const withNode = { ...REGISTRY, keys: [null, null, null, null, null, fromHex(nodeFields.publicKey)] };

interface Held {
  readonly data: Uint8Array;
  readonly owner: string;
}

/** Config has `deployment_id` at offset 16 and `registry_version` at 144. */
function configData({ version = 3n, deploymentId = deployment.deploymentId } = {}): Uint8Array {
  const data = Buffer.from(fromHex(accounts.valid.find(({ account }) => account === 'Config')!.data));
  data.set(deploymentId, 16);
  data.writeBigUInt64LE(version, 144);
  return data;
}

/** The field `version` of Registry stands at offset 16. */
function registryData(version: bigint): Uint8Array {
  const data = Buffer.from(vector.registryAccount, 'base64');
  data.writeBigUInt64LE(version, 16);
  return data;
}

/** A ledger's RPC that holds these accounts, and answers when it may. */
function open() {
  const held = new Map<string, Held>();
  const put = (address: string, data: Uint8Array, owner = vector.programId): unknown => held.set(address, { data, owner });
  put(CONFIG, configData());
  put(formatAddress(registryAddress(programId, 3n)), registryData(3n));
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const state = { nowMs: 1_000_000, results: new Map<string, unknown>(), status: 200, until: Promise.resolve() };
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const { method, params } = JSON.parse(init?.body as string) as { method: string; params: [string[]] };
    asked.push({ method, params });
    await state.until;
    const values = (): unknown =>
      params[0].map((address) => {
        const found = held.get(address);
        return found === undefined ? null : { owner: found.owner, data: [Buffer.from(found.data).toString('base64'), 'base64'] };
      });
    const result = method === 'getMultipleAccounts' ? { value: values() } : state.results.get(method);
    return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result }), { status: state.status });
  };
  const rpc = { rpcUrl: 'http://rpc.test', fetch, timeoutMs: 60_000, now: () => state.nowMs };
  return { ledger: createOracleLedger(rpc, deployment), asked, state, put };
}

describe('a reading of the ledger', () => {
  it('is Config and the registry version that it names, of one slot', async () => {
    const { ledger, asked } = open();
    const { config, registry } = await ledger.current();
    expect({ config: config.registryVersion, registry: registry.version }).toEqual({ config: 3n, registry: 3n });
    expect(asked.map(({ params }) => (params[0] as string[]).length)).toEqual([1, 2]);
    expect(asked[1]?.params[1]).toEqual({ encoding: 'base64', commitment: 'confirmed' });
  });

  it('serves ten seconds, and is renewed beside the round after two', async () => {
    const { ledger, asked, state } = open();
    const { registry } = await ledger.current();
    state.nowMs += 2_000;
    await ledger.current();
    expect(asked).toHaveLength(2);
    state.nowMs += 1;
    expect((await ledger.current()).registry).toBe(registry);
    expect(asked).toHaveLength(3);
  });

  it('is made anew before it serves where it is older', async () => {
    const { ledger, put, state } = open();
    await ledger.current();
    put(CONFIG, configData({ version: 4n }));
    put(formatAddress(registryAddress(programId, 4n)), registryData(4n));
    state.nowMs += 10_000;
    expect((await ledger.view(3n)).config.registryVersion).toBe(3n);
    state.nowMs += 1;
    expect((await ledger.view(3n)).config.registryVersion).toBe(4n);
    expect((await ledger.current()).registry.version).toBe(4n);
  });

  it('serves all that want it at once', async () => {
    const { ledger, asked } = open();
    await Promise.all([ledger.view(3n), ledger.view(3n), ledger.view(3n)]);
    expect(asked).toHaveLength(1);
  });

  it('gives the same registry for the same bytes: sums of keys are remembered by it', async () => {
    const { ledger, put, state } = open();
    const { registry } = await ledger.view(3n);
    state.nowMs += 60_000;
    expect((await ledger.view(3n)).registry).toBe(registry);
    const retired = Buffer.from(registryData(3n));
    retired.writeBigInt64LE(1n, 32);
    put(formatAddress(registryAddress(programId, 3n)), retired);
    state.nowMs += 60_000;
    expect((await ledger.view(3n)).registry?.acceptUntil).toBe(1n);
  });

  it('checks anew for a version that was not there', async () => {
    const { ledger, put } = open();
    expect((await ledger.view(4n)).registry).toBeNull();
    put(formatAddress(registryAddress(programId, 4n)), registryData(4n));
    expect((await ledger.view(4n)).registry?.version).toBe(4n);
  });

  it('does not end for all with the signal of one', async () => {
    const { ledger, state } = open();
    let answer = (): void => undefined;
    state.until = new Promise((resolve) => (answer = resolve));
    const [leaving, reason] = [new AbortController(), new Error('enough')];
    const [left, stayed] = [ledger.view(3n, leaving.signal), ledger.view(3n)];
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    answer();
    expect((await stayed).registry?.version).toBe(3n);
    await expect(ledger.view(3n, AbortSignal.abort(reason))).resolves.toBeDefined();
    await expect(ledger.view(9n, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('is tried again after a failure', async () => {
    const { ledger, state } = open();
    state.status = 500;
    await expect(ledger.view(3n)).rejects.toMatchObject({ name: 'TransportError', peer: 'ledger' });
    state.status = 200;
    expect((await ledger.view(3n)).registry?.version).toBe(3n);
  });
});

describe('a ledger', () => {
  it('without Config, or without a registry yet, is a mistake of the caller', async () => {
    const { ledger, put } = open();
    put(CONFIG, configData({ version: 0n }));
    await expect(ledger.current()).rejects.toMatchObject({ name: 'ClientUsageError', field: 'ledger' });
    const other = createOracleLedger(
      {
        rpcUrl: 'http://rpc.test',
        timeoutMs: 60_000,
        now: () => 0,
        fetch: () => Promise.resolve(Response.json({ result: { value: [null] } })),
      },
      deployment,
    );
    await expect(other.current()).rejects.toMatchObject({ name: 'ClientUsageError', field: 'ledger' });
  });

  it('of another network is refused', async () => {
    const { ledger, put } = open();
    put(CONFIG, configData({ deploymentId: deriveDeploymentId({ programId, network: 'solana:another' }) }));
    await expect(ledger.current()).rejects.toMatchObject({ reason: 'other_deployment' });
    await expect(ledger.view(3n)).rejects.toMatchObject({ reason: 'other_deployment' });
  });

  it.each([
    ['of another program', configData(), OTHER],
    ['that is broken', configData().subarray(1), vector.programId],
    ['that is empty', new Uint8Array(0), vector.programId],
  ])('with an account %s is not believed', async (_what, data, owner) => {
    const { ledger, put } = open();
    put(CONFIG, data, owner);
    await expect(ledger.view(3n)).rejects.toBeInstanceOf(TransportError);
  });

  it('must have the registry that Config names', async () => {
    const { ledger, put } = open();
    put(CONFIG, configData({ version: 7n }));
    await expect(ledger.current()).rejects.toBeInstanceOf(TransportError);
  });
});

describe('the keys of nodes', () => {
  const NODE = formatAddress(nodeAddress(programId, nodeFields.index));

  it('are what the ledger has of the nodes of the registry', async () => {
    const { ledger, put } = open();
    put(NODE, fromHex(node.data));
    expect(await ledger.nodeKeys(withNode)).toEqual([{ index: 5, encryptionKey: fromHex(nodeFields.encryptionKey) }]);
  });

  it('are refused where a node has another key than the registry, or no account', async () => {
    const { ledger, put } = open();
    await expect(ledger.nodeKeys(withNode)).rejects.toMatchObject({ reason: 'not_signed' });
    put(NODE, fromHex(node.data));
    const keys = [...withNode.keys.slice(0, 5), new Uint8Array(64).fill(1)];
    await expect(ledger.nodeKeys({ ...withNode, keys })).rejects.toMatchObject({ reason: 'not_signed' });
  });

  it('are refused where the account is that of another index', async () => {
    const { ledger, put } = open();
    for (const index of [4, 5]) put(formatAddress(nodeAddress(programId, index)), fromHex(node.data));
    const key = fromHex(nodeFields.publicKey);
    await expect(ledger.nodeKeys({ ...withNode, keys: [null, null, null, null, key, key] })).rejects.toMatchObject({
      reason: 'not_signed',
    });
  });
});

describe('other accounts of the ledger', () => {
  it('are read as what they are, or not there', async () => {
    const { ledger, put } = open();
    const address = parseAddress(OTHER);
    expect(await ledger.read(address, (data) => data.length)).toBeNull();
    put(OTHER, new Uint8Array(9));
    expect(await ledger.read(address, (data) => data.length)).toBe(9);
    const broken = (): never => {
      throw new RangeError('must have 10 bytes');
    };
    await expect(ledger.read(address, broken)).rejects.toBeInstanceOf(TransportError);
  });

  it('are not read where another program owns them', async () => {
    const { ledger, put } = open();
    put(OTHER, new Uint8Array(9), OTHER);
    await expect(ledger.read(parseAddress(OTHER), (data) => data.length)).rejects.toBeInstanceOf(TransportError);
  });
});

describe('a transaction', () => {
  async function transaction(result: unknown): Promise<Uint8Array | null> {
    const { ledger, state } = open();
    state.results.set('getTransaction', result);
    return ledger.transaction('5'.repeat(87));
  }

  it('is its bytes where it has succeeded', async () => {
    expect(await transaction({ transaction: ['AQID', 'base64'], meta: { err: null } })).toEqual(Uint8Array.of(1, 2, 3));
  });

  it.each([
    null,
    { transaction: ['AQID', 'base64'], meta: { err: { InstructionError: [0, 'Custom'] } } },
    { transaction: ['AQID', 'base64'], meta: null },
    { transaction: 'AQID', meta: { err: null } },
  ])('is not there where it has failed, or where it is not told: %j', async (result) => {
    expect(await transaction(result)).toBeNull();
  });
});

describe('the clock of the ledger', () => {
  const CLOCK = 'SysvarC1ock11111111111111111111111111111111';

  it('is that of its sysvar, in milliseconds', async () => {
    const { ledger, put } = open();
    const data = Buffer.alloc(40);
    data.writeBigInt64LE(1_763_683_200n, 32);
    put(CLOCK, data, 'Sysvar1111111111111111111111111111111111111');
    expect(await ledger.nowMs()).toBe(1_763_683_200_000);
  });

  it('is not told by an account that is missing or too short', async () => {
    const { ledger, put } = open();
    expect(await ledger.nowMs()).toBeNull();
    put(CLOCK, new Uint8Array(39));
    expect(await ledger.nowMs()).toBeNull();
  });
});
