import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { eventually, freePort, spawnTied } from '@oracle-gateway/dev-servers';
import { crossConsumerAbi, lenderPriceAbi, oracleGatewayAbi, ownPriceAbi } from '@oracle-gateway/evm/abi';
import { compiled } from '@oracle-gateway/evm/compiled';
import { connectRedis, type OutboxConnection } from '@oracle-gateway/outbox';
import { NO_OWNER, toHex } from '@oracle-gateway/protocol';
import {
  type Abi,
  type Chain,
  createTestClient,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  type Transport,
  type WalletActions,
  walletActions,
} from 'viem';
import { foundry } from 'viem/chains';
import { afterAll, inject } from 'vitest';
import type { KeptFeed } from '../../src/feeds/kept-feed.js';
import type { EvmNodes } from './evm-nodes.js';

const WEEK_SECONDS = 604_800n;
export const TRUST_SECONDS = 2n * WEEK_SECONDS;
const GRACE_SECONDS = 21_600n;
const ABIS = { OracleGateway: oracleGatewayAbi, CrossConsumer: crossConsumerAbi, LenderPrice: lenderPriceAbi, OwnPrice: ownPriceAbi };
const CODES = compiled(Object.keys(ABIS));
const DAY_SECONDS = 86_400n;
/** No machine is so slow that an answer of the chain takes as long. */
export const ANSWERED_WITHIN_MS = 300_000;
const NO_ADDRESS = '0x0000000000000000000000000000000000000000';
const TIMES = { maxAgeMs: 60_000n, maxAheadMs: 3_000n };

export interface TestChain {
  readonly url: string;
  readonly client: TestClient<'anvil', Transport, Chain> & PublicActions<Transport, Chain> & WalletActions<Chain>;
  readonly chainId: number;
  /** Contracts of these nodes, for feeds without owner. */
  deploy(
    nodes: EvmNodes,
    options?: { readonly maxAgeMs?: number; readonly trustSeconds?: bigint },
  ): Promise<{ readonly oracle: Hex; readonly consumer: Hex }>;
  /** A contract of one feed, which has its verifier exchanged by the deployer (`oracle`), or verifies by itself (null). */
  deployFeed(nodes: EvmNodes, feed: KeptFeed, oracle: Hex | null): Promise<Hex>;
  /** Has a consumer whose verifier may be exchanged take another one, after the delay. */
  exchangeOracle(consumer: Hex, next: Hex): Promise<void>;
  /** Takes the last blocks away with what is in them. Empty ones come in their place. */
  reorganise(blocks: number): Promise<void>;
  close(): void;
}

/** A chain of its own. Blocks come at once, unless a test stops them. */
export async function startTestChain(): Promise<TestChain> {
  const port = await freePort();
  const anvil = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'));
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--silent', '--accounts', '3'];
  const child = spawnTied(process.execPath, [anvil, ...flags], { stdio: 'ignore', addedEnv: { TARGET_TOOL: 'anvil' } });
  const url = `http://127.0.0.1:${port}`;
  const client: TestChain['client'] = createTestClient({
    mode: 'anvil',
    chain: foundry,
    transport: http(url, { retryCount: 0, timeout: ANSWERED_WITHIN_MS }),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions);
  await eventually(() => client.getChainId());
  const [deployer] = await client.getAddresses();
  if (deployer === undefined) throw new Error('anvil has accounts');

  async function deploy(name: keyof typeof ABIS, args: readonly unknown[]): Promise<Hex> {
    const { evm } = new Map(CODES).get(name) ?? {};
    const bytecode: Hex = `0x${evm?.bytecode.object ?? ''}`;
    const abi: Abi = ABIS[name];
    const hash = await client.deployContract({ abi, bytecode, args, account: deployer! });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    if (contractAddress === null || contractAddress === undefined) throw new Error(`${name} was not deployed`);
    return contractAddress;
  }

  return {
    url,
    client,
    chainId: foundry.id,
    async deploy(nodes, { maxAgeMs = 60_000, trustSeconds = TRUST_SECONDS } = {}) {
      const { first, proofs } = nodes.first();
      const oracle = await deploy('OracleGateway', [first, proofs, GRACE_SECONDS, trustSeconds]);
      const settings = { owner: toHex(NO_OWNER), signaturesRequired: 3, maxAgeMs: BigInt(maxAgeMs), maxAheadMs: 3_000n };
      return { oracle, consumer: await deploy('CrossConsumer', [oracle, settings, 1_000n]) };
    },
    deployFeed(nodes, { feedId, sourceId, quorum, subject }, oracle) {
      const ids = { feedId: toHex(feedId), sourceId: toHex(sourceId) };
      const settings = { ...ids, signaturesRequired: quorum, form: subject.form, decimals: 18, isSigned: false, ...TIMES };
      if (oracle === null) {
        const { first, proofs } = nodes.first();
        return deploy('OwnPrice', [first, proofs, GRACE_SECONDS, TRUST_SECONDS, settings]);
      }
      const exchange = { governor: deployer, guardian: NO_ADDRESS, delaySeconds: DAY_SECONDS };
      return deploy('LenderPrice', [oracle, exchange, settings]);
    },
    async exchangeOracle(consumer, next) {
      const contract = { address: consumer, abi: lenderPriceAbi, account: deployer } as const;
      const proposed = await client.writeContract({ ...contract, functionName: 'proposeGateway', args: [next] });
      await client.waitForTransactionReceipt({ hash: proposed });
      await client.increaseTime({ seconds: Number(DAY_SECONDS) });
      await client.mine({ blocks: 1 });
      const exchanged = await client.writeContract({ ...contract, functionName: 'exchangeGateway' });
      await client.waitForTransactionReceipt({ hash: exchanged });
    },
    async reorganise(blocks) {
      await client.request({ method: 'anvil_reorg', params: [blocks, []] } as never);
    },
    close: () => void child.kill(),
  };
}

/** A chain that the tests of a file share. The signal aborts after the last of them. */
interface SharedChain {
  readonly chain: TestChain;
  /** The package's Redis. */
  readonly redis: OutboxConnection;
  readonly signal: AbortSignal;
  /** Time of the latest block. */
  readonly nowMs: () => Promise<number>;
}

export async function shareChain(): Promise<SharedChain> {
  const [chain, redis, over] = [await startTestChain(), connectRedis(inject('redisUrl')), new AbortController()];
  afterAll(() => {
    over.abort();
    chain.close();
    redis.disconnect();
  });
  return { chain, redis, signal: over.signal, nowMs: async () => Number((await chain.client.getBlock()).timestamp) * 1_000 };
}

/** Answers of one method, or null to pass the call on. It may throw, which hangs up. */
export type Lie = (call: { readonly method: string; readonly params: readonly unknown[] }) => { readonly result: unknown } | null;

/** A server of the same chain that may lie. */
export async function openLiar(url: string): Promise<{ readonly url: string; readonly lies: { lie: Lie }; close(): void }> {
  const lies: { lie: Lie } = { lie: () => null };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const body = Buffer.concat(chunks).toString();
        try {
          const call = JSON.parse(body) as { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] };
          const lie = lies.lie({ method: call.method, params: call.params ?? [] });
          const headers = { 'content-type': 'application/json' };
          const answer =
            lie === null
              ? await (await fetch(url, { method: 'POST', headers, body })).text()
              : JSON.stringify({ jsonrpc: '2.0', id: call.id, ...lie });
          response.writeHead(200, headers).end(answer);
        } catch {
          response.destroy();
        }
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, lies, close: () => void server.close() };
}
