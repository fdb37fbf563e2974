import { randomUUID } from 'node:crypto';
import { acceptSnapshotCalldata, readSnapshot } from '@oracle-gateway/evm';
import { oracleGatewayAbi } from '@oracle-gateway/evm/abi';
import { createConfirmedCalls } from '@oracle-gateway/outbox';
import { pino } from 'pino';
import { type Hex, numberToHex, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, expect, it } from 'vitest';
import { createFeeBudget } from '../src/state/fee-budget.js';
import { createSenderState } from '../src/state/sender-state.js';
import { gweiOf } from '../src/targets/evm/evm-fees.js';
import { createEvmOracles } from '../src/targets/evm/evm-oracle.js';
import { createEvmSender, type EvmCall, RevertedCallError } from '../src/targets/evm/evm-sender.js';
import { createEvmServers } from '../src/targets/evm/evm-servers.js';
import { createStoredFeeds } from '../src/targets/evm/stored-feeds.js';
import { ANSWERED_WITHIN_MS, openLiar, shareChain } from './support/evm-chain.js';
import { createEvmNodes, DEPLOYMENT } from './support/evm-nodes.js';
import { boughtBy } from './support/evm-target.js';
import { seededRandom } from './support/random.js';
import { simulatedFeeds } from './support/simulated-world.js';

const [NODES, SIGNERS, STEPS] = [5, [0, 1, 2, 3, 4], 60];
const ESCALATE_MS = 20_000;
/** A reorganisation takes one block or two: no transaction counts before. */
const CONFIRMATIONS = 3;
/** Steps after which no transaction is left that may still come into a block. */
const MAX_DRAINS = 100;

const { chain, redis, signal, nowMs } = await shareChain();
const { client } = chain;
/** Tips of other parties do not raise those of the account. */
const server = await openLiar(chain.url);
server.lies.lie = ({ method }) => (method === 'eth_maxPriorityFeePerGas' ? { result: numberToHex(parseGwei('1')) } : null);
afterAll(() => server.close());

/** Contracts, an account, keepers that share it, and the calls that they make. */
async function open(draw: () => number) {
  await client.setAutomine(true);
  const nodes = createEvmNodes(NODES);
  const contracts = await chain.deploy(nodes, { maxAgeMs: 3_600_000 });
  await client.setAutomine(false);
  const oracle = contracts.oracle.toLowerCase() as Hex;
  const [target, account, prefix] = [randomUUID(), privateKeyToAccount(generatePrivateKey()), '{og-keeper:sender}'];
  await client.setBalance({ address: account.address, value: parseEther('100') });
  // No reorganisation takes contracts and balance away.
  await client.mine({ blocks: CONFIRMATIONS });
  const deployedIn = await client.getBlockNumber();
  const servers = createEvmServers({ target, chainId: chain.chainId, rpcUrls: [server.url], timeoutMs: ANSWERED_WITHIN_MS });
  const oracles = createEvmOracles({ servers }, { target });
  const store = createStoredFeeds({ servers, oracles }, { target, address: contracts.consumer });
  const registry = (await (await oracles.at(oracle)).registry(1n))!;
  const confirmed = createConfirmedCalls({ redis, prefix, minReplicas: 0 });
  const [state, budget] = [
    createSenderState({ confirmed, prefix }, target),
    createFeeBudget({ redis, confirmed, prefix }, { target, limit: null }),
  ];
  const lines: unknown[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const newKeeper = () =>
    createEvmSender({
      ...{ target, chainId: chain.chainId, account, servers, state, budget, logger },
      ...{ maxFeeGwei: 1_000, confirmations: CONFIRMATIONS, escalateMs: ESCALATE_MS },
      ...{ nowMs: () => clock.ms, newToken: randomUUID, wait: () => Promise.reject(new Error('the lease is free')) },
    });

  const [feed] = simulatedFeeds(1);
  const beganMs = await nowMs();
  let made = 0;
  const writeBy = (signers: readonly number[]) => {
    const { basket } = boughtBy(nodes, [feed], beganMs);
    const { answer } = nodes.answer(basket, [100n], beganMs - 60_000 + (made += 1), signers);
    return store.callOf(basket, { result: answer, registry, deploymentId: DEPLOYMENT }, [0])!;
  };
  const some = (): readonly number[] => {
    const left = [...SIGNERS];
    while (left.length > 3) left.splice(Math.floor(draw() * left.length), 1);
    return left;
  };
  const snapshot = (): EvmCall => {
    const signed = readSnapshot(nodes.vouch({ next: nodes, signedAtMs: beganMs + (made += 1) * 1_000, signers: SIGNERS }));
    return { to: oracle, data: acceptSnapshotCalldata({ deploymentId: DEPLOYMENT, registry, signed }) };
  };
  const value = (): EvmCall => ({ to: store.address, data: writeBy(some()).withKeys });
  const signerSet = (): EvmCall => ({ to: oracle, data: writeBy(some()).signers.add });
  return { account, oracle, deployedIn, newKeeper, state, budget, lines, clock, calls: { snapshot, value, signerSet } };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function receiptsOf({ account, deployedIn }: Opened) {
  const receipts = [];
  for (let number = await client.getBlockNumber(); number > deployedIn; number -= 1n) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const { from, hash } of transactions)
      if (from.toLowerCase() === account.address.toLowerCase()) receipts.push(await client.getTransactionReceipt({ hash }));
  }
  return receipts;
}

/** Lines that the log has to have, by the events of the chain. */
async function toTell({ oracle, deployedIn }: Opened, receipts: Awaited<ReturnType<typeof receiptsOf>>) {
  const events = await client.getContractEvents({ address: oracle, abi: oracleGatewayAbi, fromBlock: deployedIn });
  return receipts.flatMap(({ transactionHash: signature, status, to, gasUsed, effectiveGasPrice }) => {
    const told = { signature, contract: to, fee: `${gweiOf(gasUsed, effectiveGasPrice)}` };
    if (status === 'reverted') return [{ ...told, msg: expect.stringContaining('reverted') as string }];
    return events
      .filter(({ transactionHash }) => transactionHash === signature)
      .map(({ eventName }) => ({ ...told, msg: eventName === 'SignerSetAdded' ? 'added a signer set' : 'brought a registry version' }));
  });
}

/** Orders that the steps of all cases came to. */
const met = { told: 0, reverted: 0, replaced: 0, reorganised: 0, several: 0 };

it.each(Array.from({ length: 6 }, (_, index) => index + 1))(
  'each transaction of upkeep that counts is told once, and costs what it cost, whatever lands, is replaced, reverted or reorganised: case %i',
  { timeout: 240_000 },
  async (seed) => {
    const draw = seededRandom(seed);
    const opened = await open(draw);
    const { account, newKeeper, state, budget, lines, clock, calls } = opened;
    const keepers = [newKeeper(), newKeeper()];
    const [, another] = await client.getAddresses();
    const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)]!;
    let before: EvmCall | null = null;
    const push = async (call: EvmCall): Promise<void> => {
      before = call;
      await pick(keepers)
        .leased(signal, async (sender) => {
          // The first looks where one has landed since.
          await sender.push(call);
          await sender.push(call);
          const inFlight = await state.inFlight();
          met.replaced += Number(inFlight.some(({ hashes }) => hashes.length > 1));
          met.several += Number(inFlight.length > 1);
        })
        .catch((error: unknown) => {
          if (!(error instanceof RevertedCallError)) throw error;
        });
    };
    const steps = {
      push: () => push((draw() < 0.3 ? before : null) ?? pick([calls.snapshot, calls.value, calls.signerSet])()),
      mine: () => client.mine({ blocks: 1 }),
      async reorganise() {
        const { transactions } = await client.getBlock({ includeTransactions: true });
        const own = transactions.filter(({ from }) => from.toLowerCase() === account.address.toLowerCase());
        const raws = await Promise.all(
          own.map(({ hash }) => client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never)),
        );
        await chain.reorganise(draw() < 0.5 ? 1 : CONFIRMATIONS - 1);
        met.reorganised += own.length;
        // Servers have what was in the block again, unless they have lost it.
        if (draw() < 0.7) for (const raw of raws) await client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined);
      },
      /** Another party does what is in flight, and is first in the block. */
      async race() {
        if (before === null) return;
        const tip = parseGwei('500');
        const fees = { maxFeePerGas: 2n * tip, maxPriorityFeePerGas: tip, gas: 1_000_000n };
        await client.sendTransaction({ account: another!, ...before, ...fees });
      },
      later: () => void (clock.ms += ESCALATE_MS),
      restart: () => void keepers.splice(Math.floor(draw() * keepers.length), 1, newKeeper()),
    };
    const weights: (keyof typeof steps)[] = [
      ...Array.from({ length: 8 }, () => 'push' as const),
      ...Array.from({ length: 5 }, () => 'mine' as const),
      ...(['reorganise', 'race', 'race', 'later', 'later', 'restart'] as const),
    ];
    for (let step = 0; step < STEPS; step += 1) await steps[pick(weights)]();

    for (let drain = 0; (await state.inFlight()).length > 0 && drain < MAX_DRAINS; drain += 1) {
      clock.ms += ESCALATE_MS;
      await client.mine({ blocks: CONFIRMATIONS });
      await keepers[0]!.conclude(signal);
      if ((await state.inFlight()).length > 0) await push(calls.value());
    }
    expect(await state.inFlight()).toEqual([]);
    const receipts = await receiptsOf(opened);
    const expected = await toTell(opened, receipts);
    const order = (one: unknown): string => (one as { readonly signature: string }).signature;
    const sorted = (all: readonly unknown[]) => all.toSorted((one, other) => order(one).localeCompare(order(other)));
    expect(sorted(lines)).toMatchObject(sorted(expected));
    const cost = receipts.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gweiOf(gasUsed, effectiveGasPrice), 0n);
    expect(await budget.spentToday(clock.ms)).toBe(cost);
    met.told += lines.length;
    met.reverted += lines.filter((line) => JSON.stringify(line).includes('reverted')).length;
  },
);

it('the cases above met each order', () => {
  expect(Object.entries(met).filter(([, times]) => times === 0)).toEqual([]);
});
