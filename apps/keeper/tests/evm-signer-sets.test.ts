import { crossConsumerAbi, oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import { decodeFunctionData, getAbiItem, type Hex, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import type { SubmitOutcome } from '../src/feeds/target.js';
import { gweiOf } from '../src/targets/evm/evm-fees.js';
import { meetingsUntilAdded } from '../src/targets/evm/evm-signer-sets.js';
import { openLiar, shareChain } from './support/evm-chain.js';
import { boughtBy, openEvmTarget, type Opening } from './support/evm-target.js';
import { simulatedFeeds } from './support/simulated-world.js';

const QUORUM = 3;
const NODES = 5;
/** A day's limit that no test reaches, in gwei. */
const AMPLE = 10n ** 12n;

const { chain, redis, signal, nowMs } = await shareChain();

const [feed] = simulatedFeeds(1);
const LIST = [feed, ...simulatedFeeds(3).slice(1)] as const;

/** A target whose rounds all have the same signers. */
async function open(opening: Opening = {}) {
  const opened = await openEvmTarget({ chain, redis }, { nodes: NODES, ...opening });
  let stamp = 0;
  const write = async (target = opened.target, feeds: typeof LIST | readonly [typeof feed] = [feed]): Promise<Hex> => {
    stamp = Math.max(stamp + 1, (await nowMs()) - 2_000);
    const { basket, bought } = boughtBy(opened.nodes, feeds, stamp);
    return hashOf(await target.submit(basket, bought, signal));
  };
  const writeOften = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await write();
  };
  const added = () =>
    chain.client.getContractEvents({ address: opened.oracle, abi: oracleGatewayAbi, eventName: 'SignerSetAdded', fromBlock: 0n });
  return { ...opened, write, writeOften, added };
}

function hashOf(outcome: SubmitOutcome): Hex {
  const [hash] = outcome.kind === 'brought' ? outcome.signatures : [];
  if (hash === null || hash === undefined) throw new Error(JSON.stringify(outcome));
  return hash as Hex;
}

async function functionOf(hash: Hex): Promise<string> {
  const { input } = await chain.client.getTransaction({ hash });
  return decodeFunctionData({ abi: crossConsumerAbi, data: input }).functionName;
}

async function gasOf(hash: Hex): Promise<bigint> {
  return (await chain.client.getTransactionReceipt({ hash })).gasUsed;
}

async function feeOf(hash: Hex): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash });
  return gweiOf(gasUsed, effectiveGasPrice);
}

/** Adds the signers of a write with the account of the deployer. */
async function addByAnother(oracle: Hex, hash: Hex): Promise<void> {
  const { input } = await chain.client.getTransaction({ hash });
  const { args, functionName } = decodeFunctionData({ abi: crossConsumerAbi, data: input });
  if (functionName !== 'updateOneWithKeys') throw new Error(functionName);
  const [, , { registryVersion, signersBitmap }, zInverse] = args;
  const [account] = await chain.client.getAddresses();
  const call = { address: oracle, abi: oracleGatewayAbi, functionName: 'addSignerSet' } as const;
  const added = await chain.client.writeContract({ ...call, account: account!, args: [registryVersion, signersBitmap, zInverse] });
  await chain.client.waitForTransactionReceipt({ hash: added });
}

describe('a signer set', () => {
  it('is added once it was met so often that adding it has paid, and later writes of one value and of a list cost less', async () => {
    const { target, write, writeOften, added, budget } = await open({ limit: AMPLE });
    await writeOften(meetingsUntilAdded(QUORUM) - 1);
    await target.upkeep!(signal);
    expect(await added()).toEqual([]);
    const withKeys = await write();
    expect(await functionOf(withKeys)).toBe('updateOneWithKeys');
    const before = await budget.spentToday(Date.now());
    await target.upkeep!(signal);
    await target.upkeep!(signal);
    expect(await added()).toMatchObject([{ args: { version: 1n, signersBitmap: 7n } }]);
    expect(await budget.spentToday(Date.now())).toBeGreaterThan(before);
    const withSet = await write();
    expect(await functionOf(withSet)).toBe('updateOne');
    expect(await functionOf(await write(target, LIST))).toBe('updateMany');
    expect((await gasOf(withKeys)) - (await gasOf(withSet))).toBeGreaterThan(4_000n);
  });

  it.each([
    ['the next upkeep', async ({ target }) => target.upkeep!(signal).then(() => 0n)],
    ['a value', async ({ write }) => feeOf(await write())],
    ['a value by a keeper that begins later', async ({ newKeeper, write }) => feeOf(await write(newKeeper()))],
  ] satisfies [string, (opened: Awaited<ReturnType<typeof open>>) => Promise<bigint>][])(
    'is told once, with its signers, its transaction and its cost, where it lands after its upkeep and %s comes next',
    async (_what, next) => {
      const opened = await open();
      const { target, oracle, writeOften, added, lines, budget, name } = opened;
      await writeOften(meetingsUntilAdded(QUORUM));
      await chain.client.setAutomine(false);
      await target.upkeep!(signal);
      expect([await added(), lines]).toEqual([[], []]);
      const today = Date.now();
      const counted = await budget.spentToday(today);
      await chain.client.mine({ blocks: 1 });
      await chain.client.setAutomine(true);
      expect(await added()).toHaveLength(1);
      const cost = await next(opened);
      await target.upkeep!(signal);
      const [event] = await added();
      const signature = event!.transactionHash;
      const told = { contract: oracle.toLowerCase(), version: '1', signature, fee: `${await feeOf(signature)}` };
      expect(lines).toEqual([{ level: 30, target: name, ...told, signersBitmap: '0x7', msg: 'added a signer set' }]);
      // The budget has back the rest of the highest fee.
      expect(await budget.spentToday(today)).toBeLessThan(counted + cost);
    },
  );

  it('is not told where another party has added it', async () => {
    const { target, oracle, write, writeOften, added, lines } = await open();
    await writeOften(meetingsUntilAdded(QUORUM));
    await addByAnother(oracle, await write());
    await target.upkeep!(signal);
    expect([(await added()).length, lines]).toEqual([1, []]);
  });

  it('counts what all keepers of a Redis met, and is used by all of them', async () => {
    const { newKeeper, write, writeOften, added } = await open();
    await writeOften(meetingsUntilAdded(QUORUM) - 1);
    const other = newKeeper();
    await write(other);
    await other.upkeep!(signal);
    expect(await added()).toHaveLength(1);
    expect(await functionOf(await write())).toBe('updateOne');
  });

  it('is added from the first half of the fees of a day alone: values come first', async () => {
    const { target, writeOften, added, budget } = await open({ limit: AMPLE });
    await writeOften(meetingsUntilAdded(QUORUM));
    const spent = await budget.spentToday(Date.now());
    await budget.take(AMPLE / 2n - spent, Date.now());
    await target.upkeep!(signal);
    expect(await added()).toEqual([]);
    await budget.giveBack(1n, Date.now());
    await target.upkeep!(signal);
    expect(await added()).toHaveLength(1);
  });

  it('gives way to keys where a reorganisation takes it away, until it is added again', async () => {
    const { target, write, writeOften, added } = await open();
    await writeOften(meetingsUntilAdded(QUORUM));
    await target.upkeep!(signal);
    await write();
    await chain.reorganise(2);
    expect(await added()).toEqual([]);
    expect(await functionOf(await write())).toBe('updateOneWithKeys');
  });

  it('is not added where more sets are possible than recur', async () => {
    const { target, write, writeOften, added } = await open({ nodes: 13 });
    await writeOften(meetingsUntilAdded(QUORUM));
    await target.upkeep!(signal);
    expect([await added(), await functionOf(await write())]).toEqual([[], 'updateOneWithKeys']);
  });

  it('is neither used nor added for a contract that has no call with it', async () => {
    const server = await openLiar(chain.url);
    const { newKeeper, write, writeOften, added } = await open({ rpcUrls: [server.url] });
    const selector = toFunctionSelector(getAbiItem({ abi: crossConsumerAbi, name: 'updateOne' }));
    server.lies.lie = ({ method, params }) => (method === 'eth_call' && dataOf(params).startsWith(selector) ? { result: '0x' } : null);
    await writeOften(meetingsUntilAdded(QUORUM));
    const target = newKeeper();
    await target.upkeep!(signal);
    expect(await added()).toEqual([]);
    expect(await functionOf(await write(target))).toBe('updateOneWithKeys');
    server.close();
  });
});

function dataOf(params: readonly unknown[]): string {
  const [call] = params;
  return typeof call === 'object' && call !== null && 'data' in call ? String(call.data) : '';
}
