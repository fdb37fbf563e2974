import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TransportError } from '@oracle-gateway/client';
import { createConfirmedCalls } from '@oracle-gateway/outbox';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, it, onTestFinished } from 'vitest';
import { basketOf } from '../src/feeds/basket.js';
import type { Bought, FeedClient } from '../src/feeds/feed-client.js';
import { createSeveralGateways } from '../src/gateway/several-gateways.js';
import { createFeeBudget } from '../src/state/fee-budget.js';
import { createSenderState } from '../src/state/sender-state.js';
import { createEvmTarget } from '../src/targets/evm/create-evm-target.js';
import { createEvmContract } from '../src/targets/evm/evm-contract.js';
import { createEvmSender } from '../src/targets/evm/evm-sender.js';
import { createEvmServers } from '../src/targets/evm/evm-servers.js';
import { createSnapshotKeeping } from '../src/targets/evm/keep-snapshots.js';
import { openLiar, startTestChain } from './support/evm-chain.js';
import { createEvmNodes, DEPLOYMENT, type EvmNodes } from './support/evm-nodes.js';
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
/** Four of thirteen never vouch, and are replaced at each change. */
const HOSTILE = [9, 10, 11, 12];
const HONEST = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const HOURS_PER_CHANGE = 6;

it(
  `feeds on an EVM chain stay within their heartbeats for ${HOURS} hours of registry changes, gateways that are down, kills and a server that lies`,
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
    const { consumer } = await chain.deploy(present, { maxAgeMs: HEARTBEAT_MS + LATE_MS });
    world.clock.ms = Number((await chain.client.getBlock()).timestamp) * 1_000;
    let changedAtMs = world.clock.ms;

    const account = privateKeyToAccount(generatePrivateKey());
    await chain.client.setBalance({ address: account.address, value: parseEther('100') });
    const [prefix, nowMs] = ['{og-keeper:week}', () => world.clock.ms];
    const confirmed = createConfirmedCalls({ redis, prefix, minReplicas: 0 });
    const name = randomUUID();
    const newTarget = () => {
      const servers = createEvmServers({ target: name, chainId: chain.chainId, rpcUrls: [liar.url, chain.url] });
      const contract = createEvmContract({ servers }, { target: name, address: consumer });
      const wait = (_ms: number, signal: AbortSignal) => delay(2, undefined, { signal });
      const state = createSenderState({ confirmed, prefix }, name);
      const budget = createFeeBudget({ redis, confirmed, prefix }, { target: name, limit: null });
      const sending = { target: name, chainId: chain.chainId, account, servers, state, budget, maxFeeGwei: 1_000, wait, nowMs };
      const sender = createEvmSender({ ...sending, newToken: randomUUID });
      const snapshots = createSnapshotKeeping({
        ...{ target: name, contract, sender, deploymentId: DEPLOYMENT, wait, onBrought: () => undefined },
        fetchSnapshots: (version) =>
          Promise.resolve([nodes.get(version)?.vouch({ next: present, signedAtMs: changedAtMs, signers: HONEST })].filter(Boolean)),
      });
      const deps = { servers, contract, sender, snapshots, deploymentId: DEPLOYMENT, wait };
      const input = { name: 'chain', address: consumer, payer: account.address, confirmations: 1, maxFeeGwei: 1_000 };
      return createEvmTarget(deps, input);
    };

    // Two gateways of the same nodes. Rounds are served once for each idempotency key.
    const down = new Set<string>();
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
    let [largestAgeMs, changes, lapsesAt] = [0, 0, Infinity];

    for (let step = 0; step < HOURS * STEPS_PER_HOUR; step += 1) {
      world.clock.ms += STEP_MS;
      await chain.client.setNextBlockTimestamp({ timestamp: BigInt(world.clock.ms / 1_000) });
      await chain.client.mine({ blocks: 1 });
      if (step % (HOURS_PER_CHANGE * STEPS_PER_HOUR) === STEPS_PER_HOUR) {
        present = present.next(HOSTILE);
        nodes.set(present.version, present);
        [changedAtMs, changes] = [world.clock.ms, changes + 1];
      }
      down.clear();
      if (draw() < 0.2) down.add(draw() < 0.7 ? 'one' : 'two');
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
      expect([step, lapsesAt * 1_000 > world.clock.ms]).toEqual([step, true]);
      // The first values come with the first steps.
      if (step < 6) continue;
      for (const feed of feeds) largestAgeMs = Math.max(largestAgeMs, world.clock.ms - ((await reading.read(feed))?.observedAtMs ?? 0));
      expect([step, largestAgeMs <= HEARTBEAT_MS + LATE_MS]).toEqual([step, true]);
    }
    expect([Math.max(...bought.values()), changes, killed > 0]).toEqual([1, Math.ceil(HOURS / HOURS_PER_CHANGE), true]);
    const transactions = await chain.client.getTransactionCount({ address: account.address });
    process.stdout.write(
      `keeper: ${HOURS} h on an EVM chain: ${served.size} rounds, ${transactions} transactions, ${changes} registry changes, ${killed} keepers died, largest age ${largestAgeMs / 1_000} s of ${HEARTBEAT_MS / 1_000} s\n`,
    );
  },
);
