import { randomUUID } from 'node:crypto';
import { TransportError } from '@oracle-gateway/client';
import { oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import { createConfirmedCalls } from '@oracle-gateway/outbox';
import { pino } from 'pino';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it, onTestFinished } from 'vitest';
import { basketOf } from '../src/feeds/basket.js';
import type { Bought, FeedClient } from '../src/feeds/feed-client.js';
import { createSeveralGateways } from '../src/gateway/several-gateways.js';
import { createFeeBudget } from '../src/state/fee-budget.js';
import { createMetSets } from '../src/state/met-sets.js';
import { createSenderState } from '../src/state/sender-state.js';
import { createEvmTarget } from '../src/targets/evm/create-evm-target.js';
import { createEvmOracles } from '../src/targets/evm/evm-oracle.js';
import { createEvmSender } from '../src/targets/evm/evm-sender.js';
import { createEvmServers } from '../src/targets/evm/evm-servers.js';
import { createEvmSignerSets } from '../src/targets/evm/evm-signer-sets.js';
import { createSnapshotKeeping } from '../src/targets/evm/keep-snapshots.js';
import { createStoredFeeds } from '../src/targets/evm/stored-feeds.js';
import { ANSWERED_WITHIN_MS, openLiar, startTestChain } from './support/evm-chain.js';
import { createEvmNodes, DEPLOYMENT, type EvmNodes } from './support/evm-nodes.js';
import { createHostileVouchers } from './support/hostile-vouchers.js';
import { createSimulatedKeeper, type SimulatedKeeper } from './support/keeper.js';
import { seededRandom } from './support/random.js';
import { shareStates } from './support/redis-states.js';
import { createSimulatedWorld, simulatedFeeds } from './support/simulated-world.js';

const shared = shareStates();
/** The long form, a week: EVM_HOURS=168 vitest run tests/evm-week.test.ts. */
const HOURS = Number(process.env['EVM_HOURS'] ?? 6);
const SEED = 1;
const STEP_MS = 300_000;
const STEPS_PER_HOUR = 12;
const HEARTBEAT_MS = 3_600_000;
const LATE_MS = 60_000;
const CLAIM_MS = 60_000;
const NODES = 13;
/** Four of thirteen are hostile, and so are the keys that replace theirs at each change. */
const HOSTILE = [9, 10, 11, 12];
const HOURS_PER_CHANGE = 6;
/** No change comes in these hours, which are longer than a snapshot counts: nodes sign the same version anew. */
const QUIET = { from: 24, to: 120 };
const TRUST_SECONDS = 259_200n;
const SIGNED_EACH_MS = 43_200_000;
/** A reorganisation takes one block or two: a value does not count before. */
const CONFIRMATIONS = 3;

it(
  `feeds on an EVM chain stay within their heartbeats for ${HOURS} hours of registry changes, hostile nodes, gateways that are down or behind, reorganisations, kills and a server that lies`,
  { timeout: 120_000 + HOURS * 10_000 },
  async () => {
    const chain = await startTestChain();
    const liar = await openLiar(chain.url);
    onTestFinished(() => [chain, liar].forEach((one) => one.close()));
    const draw = seededRandom(SEED);
    const { states, redis } = shared();
    const feeds = simulatedFeeds(4, { targets: ['chain'], rule: { heartbeatMs: HEARTBEAT_MS, leadMs: 1_800_000, deviationBps: null } });
    const world = createSimulatedWorld(feeds);
    const nodes = new Map<bigint, EvmNodes>();
    let present = createEvmNodes(NODES);
    nodes.set(present.version, present);
    const { oracle, consumer } = await chain.deploy(present, { maxAgeMs: HEARTBEAT_MS + LATE_MS, trustSeconds: TRUST_SECONDS });
    const deployedIn = await chain.client.getBlockNumber();
    world.clock.ms = Number((await chain.client.getBlock()).timestamp) * 1_000;
    await chain.client.mine({ blocks: CONFIRMATIONS });

    /** A block at the time of the world. A reorganisation takes time back too. */
    async function mine(): Promise<void> {
      const now = BigInt(Math.floor(world.clock.ms / 1_000));
      if ((await chain.client.getBlock()).timestamp < now) await chain.client.setNextBlockTimestamp({ timestamp: now });
      await chain.client.mine({ blocks: 1 });
    }
    let reorganisations = 0;
    async function mineOrReorganise(): Promise<void> {
      if (draw() < 0.1) {
        reorganisations += 1;
        await chain.reorganise(draw() < 0.5 ? 1 : CONFIRMATIONS - 1);
      }
      await mine();
    }

    // Two gateways of the same nodes. Each has the snapshots signed at each change, and every twelve hours. One may serve an old one.
    const vouchers = createHostileVouchers(HOSTILE);
    const kept = new Map<string, Promise<unknown>>();
    const down = new Set<string>();
    let isBehind = false;
    let stale = 0;
    async function fetchSnapshots(version: bigint): Promise<readonly unknown[]> {
      const signers = nodes.get(version);
      if (signers === undefined) return [];
      const name = `${version} ${present.version} ${Math.floor(world.clock.ms / SIGNED_EACH_MS)}`;
      const made = kept.get(name) ?? vouchers.gather(signers, present, world.clock.ms);
      kept.set(name, made);
      const served = down.has('one') ? [] : [await made];
      if (down.has('two')) return served;
      if (!isBehind) return [...served, await made];
      stale += 1;
      return [...served, await [...kept.values()].at(-2)];
    }

    const account = privateKeyToAccount(generatePrivateKey());
    await chain.client.setBalance({ address: account.address, value: parseEther('100') });
    const [prefix, nowMs] = ['{og-keeper:week}', () => world.clock.ms];
    const confirmed = createConfirmedCalls({ redis, prefix, minReplicas: 0 });
    const name = randomUUID();
    const lines: { readonly signature: string; readonly version?: string }[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
    const newTarget = () => {
      const servers = createEvmServers({
        target: name,
        chainId: chain.chainId,
        rpcUrls: [liar.url, chain.url],
        timeoutMs: ANSWERED_WITHIN_MS,
      });
      const oracles = createEvmOracles({ servers }, { target: name });
      const many = createStoredFeeds({ servers, oracles }, { target: name, address: consumer });
      const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
        signal.throwIfAborted();
        world.clock.ms += ms;
        await mineOrReorganise();
      };
      const state = createSenderState({ confirmed, prefix }, name);
      const budget = createFeeBudget({ redis, confirmed, prefix }, { target: name, limit: null });
      const sending = {
        target: name,
        chainId: chain.chainId,
        account,
        servers,
        state,
        budget,
        maxFeeGwei: 1_000,
        confirmations: CONFIRMATIONS,
        logger,
        wait,
        nowMs,
      };
      const sender = createEvmSender({ ...sending, newToken: randomUUID });
      const snapshots = createSnapshotKeeping({
        ...{ target: name, sender, deploymentId: DEPLOYMENT, wait },
        fetchSnapshots,
      });
      const met = createMetSets({ redis, prefix }, { target: name });
      const signerSets = createEvmSignerSets({ servers, sender, met, budget, nowMs, wait }, { feesLimit: null });
      const deps = { servers, stores: { many, alone: new Map() }, sender, snapshots, signerSets, deploymentId: DEPLOYMENT, wait };
      const input = { name: 'chain', payer: account.address, confirmations: CONFIRMATIONS, maxFeeGwei: 1_000 };
      return createEvmTarget(deps, input);
    };

    // Rounds are served once for each idempotency key.
    const served = new Map<string, Bought>();
    const bought = new Map<string, number>();
    const gateway = (of: string): { readonly name: string; readonly client: FeedClient } => {
      const ask = (): void => {
        if (down.has(of)) throw new TransportError('gateway', 'down', { sent: 'nothing' });
      };
      const client: FeedClient = {
        others: 0,
        dryRun: async (subject) => {
          ask();
          return Promise.resolve(subject.rules.map(() => ({ value: 1n })));
        },
        async buy(subject, { resume, onIdempotencyKey, take }) {
          const key = resume ?? randomUUID();
          if (resume === null) await onIdempotencyKey(key);
          await take(1n);
          ask();
          const known = served.get(key);
          if (known !== undefined) return known;
          const kept = subject.sources.map(({ sourceId }) =>
            feeds.find((feed) => feed.sourceId.every((byte, at) => byte === sourceId[at]))!,
          );
          const [first = feeds[0], ...rest] = kept;
          const answer = present.answer(
            { ...basketOf([first, ...rest]), subject },
            kept.map(() => 100n),
            nowMs(),
          );
          served.set(key, answer);
          for (const feed of kept) {
            const period = `${feed.name} ${(await reading.read(feed))?.observedAtMs ?? 0}`;
            bought.set(period, (bought.get(period) ?? 0) + 1);
          }
          return answer;
        },
        verify: (_subject, answer) => {
          const found = [...served.values()].find((one) => JSON.stringify(one.answer) === JSON.stringify(answer));
          return found === undefined ? Promise.reject(new Error('no answer of this gateway')) : Promise.resolve(found);
        },
      };
      return { name: of, client };
    };
    const reading = newTarget();
    Object.assign(world.client, createSeveralGateways({ clients: [gateway('one'), gateway('two')], nowMs }));
    let killed = 0;
    const newKeeper = (): { readonly keeper: SimulatedKeeper; readonly target: ReturnType<typeof newTarget> } => {
      const target = newTarget();
      return { keeper: createSimulatedKeeper(world, states, feeds, { claimMs: CLAIM_MS, others: [target] }), target };
    };
    const keepers = [newKeeper(), newKeeper()];
    const { signal } = new AbortController();
    let [largestAgeMs, changes, lapsesAt, shortestTrust] = [0, 0, Infinity, Infinity];

    for (let step = 0; step < HOURS * STEPS_PER_HOUR; step += 1) {
      world.clock.ms += STEP_MS;
      await mineOrReorganise();
      const hour = step / STEPS_PER_HOUR;
      if (step % (HOURS_PER_CHANGE * STEPS_PER_HOUR) === STEPS_PER_HOUR && (hour < QUIET.from || hour > QUIET.to)) {
        present = present.next(HOSTILE);
        nodes.set(present.version, present);
        changes += 1;
      }
      down.clear();
      if (draw() < 0.2) down.add(draw() < 0.7 ? 'one' : 'two');
      isBehind = draw() < 0.3;
      const isLying = draw() < 0.1;
      liar.lies.lie = ({ method }) => (isLying && method === 'eth_getTransactionCount' ? { result: '0x0' } : null);
      for (const [place, { keeper, target }] of keepers.entries()) {
        if (draw() < 0.1) keeper.killAt(keeper.steps.length + 1 + Math.floor(draw() * 12));
        for (const feed of feeds) {
          if ((await keeper.check(feed)) !== 'killed') continue;
          killed += 1;
          keepers[place] = newKeeper();
          break;
        }
        if (step % STEPS_PER_HOUR === place) lapsesAt = (await target.upkeep?.(signal).catch(() => null))?.lapsesAtSeconds ?? lapsesAt;
      }
      shortestTrust = Math.min(shortestTrust, Math.round(lapsesAt - world.clock.ms / 1_000));
      expect([step, shortestTrust > 0]).toEqual([step, true]);
      // The first values come with the first steps.
      if (step < 6) continue;
      for (const feed of feeds) largestAgeMs = Math.max(largestAgeMs, world.clock.ms - ((await reading.read(feed))?.observedAtMs ?? 0));
      expect([step, largestAgeMs <= HEARTBEAT_MS + LATE_MS]).toEqual([step, true]);
    }
    const [held] = await chain.client.readContract({ address: oracle, abi: oracleGatewayAbi, functionName: 'held' });
    expect([Math.max(...bought.values()), held, killed > 0]).toEqual([1, present.version, true]);
    // Each transaction of upkeep is logged once, over all deaths and reorganisations.
    await chain.client.mine({ blocks: CONFIRMATIONS });
    await keepers[0]?.target.upkeep?.(signal);
    const done = await chain.client.getContractEvents({ address: oracle, abi: oracleGatewayAbi, fromBlock: deployedIn + 1n });
    const told = lines.filter(({ version }) => version !== undefined);
    expect(told.map(({ signature }) => signature).toSorted()).toEqual(done.map(({ transactionHash }) => transactionHash).toSorted());
    const transactions = await chain.client.getTransactionCount({ address: account.address });
    const { gatherings, exchanges, failures } = vouchers.seen;
    process.stdout.write(
      [
        `keeper: ${HOURS} h on an EVM chain: ${served.size} rounds, ${transactions} transactions, ${reorganisations} reorganisations, ${killed} keepers died, ${told.length} transactions of upkeep logged`,
        `  ${changes} registry changes, ${gatherings} snapshots signed in ${exchanges} exchanges, ${stale} old ones served; ${NODES} nodes, ${HOSTILE.length} hostile: ${JSON.stringify(failures)}`,
        `  largest age ${largestAgeMs / 1_000} s of ${HEARTBEAT_MS / 1_000} s, at least ${shortestTrust} s before the contract lapsed\n`,
      ].join('\n'),
    );
  },
);
