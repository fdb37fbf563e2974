import { defaultQuorum, formatAddress, toHex } from '@oracle-gateway/protocol';
import { owner } from './accounts/owner.js';
import { keypairSigner, type Signer } from './base/signer.js';
import { quorumIn, sourceIn, type SourceInput } from './base/source.js';
import { abortReason } from './base/wait.js';
import { createClient } from './client.js';
import type { Client } from './client-types.js';
import { addressIn, type LedgerOptions } from './ledger/deployment.js';
import type { ClientOptions } from './options.js';
import { createEscrows } from './testing/agent-double.js';
import { keepCallerAccounts } from './testing/caller-accounts.js';
import { createValueTable, type FakeValue, type FakeValues } from './testing/fake-values.js';
import { createFaultQueue, type FakeFault } from './testing/fault.js';
import { createGatewayDouble, LostConnection } from './testing/gateway-double.js';
import { FEEDS_OWNER } from './testing/feeds-double.js';
import { roundFeed } from './testing/round-answers.js';
import type { FakeRequest } from './testing/path-double.js';
import { createRecordedRounds } from './testing/recorded-rounds.js';
import { createSessionsDouble } from './testing/sessions-double.js';
import { testSecretKey } from './testing/test-keys.js';
import { createTestNetwork } from './testing/test-network.js';

export type { FakeFault, FaultKind } from './testing/fault.js';
export type { FakeValue, FakeValues } from './testing/fake-values.js';

const GATEWAY_URL = 'https://gateway.test';
const RPC_URL = 'https://rpc.test';
const DEFAULT_NODES = 5;
const CALLER_KEY = 7;
const DEFAULT_ESCROW = 1_000_000n;
const ROUTES = ['/v1/round/execute', '/v1/agent/execute', '/v1/x402/execute'];

/** A public feed to open. */
export interface FakeFeedInput {
  readonly source: SourceInput;
  /** A majority of the nodes unless set. */
  readonly quorum?: number;
  /** Such as `coinbase/btc-usd`. */
  readonly name?: string;
  /** Owner of the feed, base58: the key whose subscription pays for its rounds. */
  readonly owner?: string;
}

export interface FakeWorldOptions {
  /** Values by the URL of their source, after its transform; or a function of the source. */
  readonly values?: FakeValues;
  /** Failures of requests, in their order. */
  readonly faults?: readonly FakeFault[];
  /** Public feeds of the gateway, which a keeper keeps on the ledger too. */
  readonly feeds?: readonly FakeFeedInput[];
  /** Number of nodes, 1 to 64; 5 unless set. */
  readonly nodes?: number;
  /** Atomic units that every escrow holds at first; 1,000,000 unless set. */
  readonly escrow?: bigint;
  /** Unix milliseconds; `Date.now` unless set. */
  readonly clock?: () => number;
}

/** A public feed, as `latestValues` and `feedVerifier` take it; `readFeed` takes its `feedId`. */
export interface FakeFeed {
  /** 32 bytes in hex with `0x`. */
  readonly feedId: string;
  readonly source: SourceInput;
  readonly quorum: number;
}

/** A gateway and a ledger in this process. */
export interface FakeWorld {
  /** Options of a client: `createClient({ ...world.options, account })`. */
  readonly options: Required<Pick<ClientOptions, 'gateway' | 'ledger' | 'fetch' | 'clock'>>;
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  /** Answers for the gateway and for the ledger's RPC; any other address is unreachable. */
  readonly fetch: typeof globalThis.fetch;
  /** Owns a subscription. Any other key has one too. */
  readonly signer: Signer;
  /** Its 64 bytes, as a key file has them. It is known to every reader of this package. */
  readonly secretKey: Uint8Array;
  /** Public feeds, in the order of `feeds`. */
  readonly feeds: readonly FakeFeed[];
  /** Requests that the gateway received, without reads of `/v1/info`. */
  readonly asked: readonly Pick<FakeRequest, 'method' | 'path' | 'body'>[];
  /** A client of the world; its account is the owner of a subscription unless set. */
  client(options?: Partial<ClientOptions>): Client;
  /** Sets what a source gives from now on. @throws ClientUsageError */
  set(url: string, value: FakeValue): void;
  /** Adds faults behind the present ones. @throws ClientUsageError */
  fail(...faults: readonly FakeFault[]): void;
  /** Pays atomic units into an escrow, such as in `fund` of an agent. @param payer base58 */
  payIn(payer: string, amount: bigint): void;
}

/**
 * A whole world for the tests of a program that uses this package, without a network: a gateway, its nodes, and the ledger with their keys.
 * Nodes sign with keys for tests, as nodes do, so that a client verifies every answer. Every path to pay is served.
 *
 * @throws ClientUsageError that names the option and the rule
 * @example
 * const world = fakeWorld({ values: { 'https://api.example/price': ['64628.31', '64630'] }, faults: ['lost_answer'] });
 * const { value } = await world.client().round({ url: 'https://api.example/price', method: 'GET', responseParser: '$.price' });
 */
export function fakeWorld({
  values = {},
  faults = [],
  feeds = [],
  nodes = DEFAULT_NODES,
  escrow = DEFAULT_ESCROW,
  clock = () => Date.now(),
}: FakeWorldOptions = {}): FakeWorld {
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
  const network = createTestNetwork({ now: clock, random }, { nodes: quorumIn(nodes) });
  const table = createValueTable(values);
  const escrows = createEscrows(escrow);
  const queue = createFaultQueue({
    rounds: ROUTES,
    known: {
      stale_registry_version: () => ({ registryVersion: Number(network.registry.version) }),
      timestamp_out_of_range: () => ({ gatewayTimeMs: clock() }),
    },
  });
  queue.add(faults);
  const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
  const sessions = createSessionsDouble({ network, now: clock });
  const deps = { network, records: createRecordedRounds(), sessions, now: clock, random, escrows, values: table, faults: queue, delay };
  const opened = feeds.map(({ source, name, ...feed }) => {
    const subject = sourceIn(source);
    const quorum = quorumIn(feed.quorum ?? defaultQuorum(network.registry, subject));
    const feedOwner = feed.owner === undefined ? FEEDS_OWNER : addressIn('owner', feed.owner);
    return { source, name, subject, quorum, feedOwner, feedId: toHex(roundFeed({ feedOwner, subject, quorum })) };
  });
  const gateway = createGatewayDouble(deps, { url: GATEWAY_URL, feeds: opened });
  const asked: Pick<FakeRequest, 'method' | 'path' | 'body'>[] = [];
  const secretKey = testSecretKey(CALLER_KEY);
  const signer = keypairSigner(secretKey);
  keepCallerAccounts(deps, signer.address);

  async function answered(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (url.origin === RPC_URL) return ledgerAnswer(body);
    if (url.origin !== GATEWAY_URL) throw new LostConnection(false);
    const { method, headers } = request;
    if (url.pathname !== '/v1/info') asked.push({ method, path: url.pathname, body });
    return gateway.answer({ method, path: url.pathname, query: url.searchParams, headers, body });
  }

  async function ledgerAnswer(body: unknown): Promise<Response> {
    const fault = queue.take('ledger');
    if (fault !== undefined) {
      if (!('delayMs' in fault)) throw new LostConnection(!('kind' in fault) || fault.kind !== 'unreachable');
      await delay(fault.delayMs);
    }
    return Response.json(network.ledger.answer(body));
  }

  /** Fails as `fetch` does: the cause tells what became of the connection. */
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    try {
      return await untilAborted(answered(request), request.signal);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      throw new TypeError('fetch failed', { cause: error });
    }
  };

  const ledger = { rpcUrl: RPC_URL, programId: formatAddress(network.programId), network: network.network };
  const options = { gateway: GATEWAY_URL, ledger, fetch, clock };
  return {
    options,
    gateway: GATEWAY_URL,
    ledger,
    fetch,
    signer,
    secretKey,
    feeds: opened.map(({ feedId, source, quorum }) => ({ feedId, source, quorum })),
    asked,
    client: (changes = {}) => createClient({ ...options, account: owner({ signer }), ...changes }),
    set: (url, value) => table.set(url, value),
    fail: (...more) => queue.add(more),
    payIn: (payer, amount) => escrows.add(payer, amount),
  };
}

/** Ends with the signal, as `fetch` does. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(abortReason(signal)), { once: true });
  });
  return Promise.race([promise, aborted]);
}
