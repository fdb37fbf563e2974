import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createConfirmedCalls, type OutboxConnection } from '@oracle-gateway/outbox';
import { pino } from 'pino';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { basketOf } from '../../src/feeds/basket.js';
import type { KeptFeed } from '../../src/feeds/kept-feed.js';
import { createFeeBudget } from '../../src/state/fee-budget.js';
import { createMetSets } from '../../src/state/met-sets.js';
import { createSenderState } from '../../src/state/sender-state.js';
import { createEvmTarget } from '../../src/targets/evm/create-evm-target.js';
import { createEvmOracles } from '../../src/targets/evm/evm-oracle.js';
import { createEvmSender } from '../../src/targets/evm/evm-sender.js';
import { createEvmServers } from '../../src/targets/evm/evm-servers.js';
import { createSnapshotKeeping } from '../../src/targets/evm/keep-snapshots.js';
import { createEvmSignerSets } from '../../src/targets/evm/evm-signer-sets.js';
import { createStoredFeed } from '../../src/targets/evm/stored-feed.js';
import { createStoredFeeds } from '../../src/targets/evm/stored-feeds.js';
import { ANSWERED_WITHIN_MS, type TestChain } from './evm-chain.js';
import { createEvmNodes, DEPLOYMENT, type EvmNodes } from './evm-nodes.js';

const prefix = '{og-keeper:evm}';
const NODES = 13;
/** More than two thirds of them. */
export const VOUCHERS = Array.from({ length: 9 }, (_, index) => index);

export interface Opening {
  /** Deploys contracts of one feed, by the name of the feed. */
  readonly alone?: (nodes: EvmNodes, oracle: `0x${string}`) => Promise<ReadonlyMap<string, `0x${string}`>>;
  readonly confirmations?: number;
  readonly rpcUrls?: readonly string[];
  readonly limit?: bigint | null;
  readonly maxFeeGwei?: number;
  readonly nodes?: number;
}

interface TestContracts {
  readonly many: `0x${string}` | null;
  readonly alone: ReadonlyMap<string, `0x${string}`>;
}

/** Contracts and an account of their own, so that tests of one chain do not meet. */
export async function openEvmTarget(
  { chain, redis }: { readonly chain: TestChain; readonly redis: OutboxConnection },
  { confirmations = 1, rpcUrls = [chain.url], limit = null, maxFeeGwei = 1_000, nodes: count = NODES, alone: deployAlone }: Opening = {},
) {
  const nodes = createEvmNodes(count);
  const { oracle, consumer } = await chain.deploy(nodes);
  const alone = (await deployAlone?.(nodes, oracle)) ?? new Map<string, `0x${string}`>();
  const [name, account] = [randomUUID(), privateKeyToAccount(generatePrivateKey())];
  await chain.client.setBalance({ address: account.address, value: parseEther('10') });
  const confirmed = createConfirmedCalls({ redis, prefix, minReplicas: 0 });
  const [served, lines]: [unknown[], unknown[]] = [[], []];
  const logger = pino({ base: { target: name }, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const budget = createFeeBudget({ redis, confirmed, prefix }, { target: name, limit });
  /** A keeper: another one has the same account and the same Redis. */
  const newKeeper = (urls = rpcUrls, contracts: TestContracts = { many: consumer, alone }) => {
    const servers = createEvmServers({ target: name, chainId: chain.chainId, rpcUrls: urls, timeoutMs: ANSWERED_WITHIN_MS });
    const oracles = createEvmOracles({ servers }, { target: name });
    const placed = (address: `0x${string}`) => ({ target: name, address });
    const many = contracts.many === null ? null : createStoredFeeds({ servers, oracles }, placed(contracts.many));
    const wait = (_ms: number, signal: AbortSignal) => delay(20, undefined, { signal });
    const state = createSenderState({ confirmed, prefix }, name);
    const sending = { target: name, chainId: chain.chainId, account, servers, state, budget, maxFeeGwei, confirmations, logger, wait };
    const sender = createEvmSender({ ...sending, nowMs: Date.now, newToken: randomUUID, escalateMs: 300 });
    const keeping = { target: name, sender, deploymentId: DEPLOYMENT, wait };
    const snapshots = createSnapshotKeeping({ ...keeping, fetchSnapshots: () => Promise.resolve(served) });
    const ofOne = [...contracts.alone].map(([feed, address]) => [feed, createStoredFeed({ servers, oracles }, placed(address))] as const);
    const stores = { many, alone: new Map(ofOne) };
    const met = createMetSets({ redis, prefix }, { target: name });
    const signerSets = createEvmSignerSets({ servers, sender, met, budget, nowMs: Date.now, wait }, { feesLimit: limit });
    const deps = { servers, stores, sender, snapshots, signerSets, deploymentId: DEPLOYMENT, wait };
    return createEvmTarget(deps, { name, payer: account.address, confirmations, maxFeeGwei });
  };
  const transactions = () => chain.client.getTransactionCount({ address: account.address });
  return {
    nodes,
    oracle,
    consumer,
    account,
    budget,
    served,
    lines,
    alone,
    newKeeper,
    transactions,
    target: newKeeper(),
    confirmed,
    name,
  };
}

/** A basket of so many feeds, and its answer by the nodes. */
export function boughtBy(nodes: EvmNodes, feeds: readonly [KeptFeed, ...KeptFeed[]], stampMs: number, values?: readonly (bigint | null)[]) {
  const basket = basketOf(feeds);
  return { basket, bought: nodes.answer(basket, values ?? feeds.map((_, place) => 100n + BigInt(place)), stampMs) };
}
