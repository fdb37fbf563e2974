import { setTimeout as wait } from 'node:timers/promises';

import { LedgerBusyError, LedgerUnavailableError, RpcRefusalError } from '../errors.js';
import type { FetchLike } from './bounded-fetch.js';
import { createRpcClient, type RpcCall } from './rpc-client.js';
import {
  createRpcServer,
  isAnswer,
  LedgerBehindError,
  outcomeOf,
  type CallLimits,
  type RpcServer,
  type ServerOutcome,
} from './rpc-server.js';
import { createSlotFloor } from './slot-floor.js';

export interface RpcServersDeps {
  /** 1 to MAX_RPC_SERVERS, the preferred first. They may hold access keys and are never told. */
  readonly rpcUrls: readonly string[];
  /** CAIP-2 id. With several servers, one whose genesis block is another is never used. */
  readonly network: string;
  readonly fetch?: FetchLike;
  readonly monotonicMs?: () => number;
  readonly random?: () => number;
  /** Of each call, with the place of the server in the list. */
  readonly onCall?: (server: number, outcome: ServerOutcome) => void;
  /** A server is in trouble, or well again (null). */
  readonly onTrouble?: (server: number, trouble: string | null) => void;
}

/** One ledger behind one or several RPC servers. */
export interface RpcServers {
  /** Each call goes to the first server that is well, then to the next. Throws as one server's client does. */
  client(limits: CallLimits): RpcCall;
  /** A client for what is good to know and not needed: one server is asked, once, and no failure counts against it. */
  optionalClient(limits: CallLimits): RpcCall;
  /**
   * Runs a group of calls against one server, which has reached all that is known of the ledger: pages of a list, or a question together with
   * the question how far back the server's history goes. `server` is its place in the list. Where that server fails, `work` begins anew with the next.
   */
  together<T>(limits: CallLimits, work: (rpc: RpcCall, server: number) => Promise<T>): Promise<T>;
  /** Ends the probes. */
  close(): void;
}

export const MAX_RPC_SERVERS = 8;
/** Where none of the servers has got as far as another had: a slot takes 400 ms. */
const BEHIND_PAUSE_MS = 200;
/** A call goes on to a further server for so many of its deadlines. */
const DEADLINES_IN_ALL = 2;

/**
 * JSON-RPC codes of what a server cannot tell though another one may: an internal error, an unknown method, a block or an index it does not
 * keep, no transaction history (rpc-client-api, custom_error.rs).
 */
const ANOTHER_MAY: ReadonlySet<number> = new Set([
  -32_603, -32_601, -32_001, -32_004, -32_007, -32_008, -32_009, -32_010, -32_011, -32_014, -32_019,
]);

export function createRpcServers(deps: RpcServersDeps): RpcServers {
  const { rpcUrls, network, fetch: ownFetch = webFetch, onCall = () => undefined, onTrouble = () => undefined } = deps;
  const { monotonicMs = () => performance.now(), random = Math.random } = deps;
  if (rpcUrls.length < 1 || rpcUrls.length > MAX_RPC_SERVERS) throw new RangeError(`rpcUrls: 1 to ${MAX_RPC_SERVERS} servers`);
  const [only = ''] = rpcUrls;
  if (rpcUrls.length === 1) return oneServer({ rpcUrl: only, fetch: ownFetch, onCall, onTrouble });
  const floor = createSlotFloor();
  const servers = rpcUrls.map((rpcUrl, index) =>
    createRpcServer({ index, rpcUrl, fetch: ownFetch, network, floor, monotonicMs, random, onCall, onTrouble }),
  );

  /** Those that are well, in their order, then those in trouble. */
  const candidates = (): readonly Candidate[] => {
    const usable = servers.filter((server) => !server.isForeign());
    const well = usable.filter((server) => server.trouble() === null);
    const troubled = usable.filter((server) => server.trouble() !== null);
    return [...well, ...troubled].map((server, position) => ({ server, hasOther: position < well.length - 1 }));
  };

  /** Asks one after the other. `ask` must be repeatable. */
  const askInTurn = async <T>(
    { method, timeoutMs }: { readonly method: string; readonly timeoutMs: number },
    ask: (candidate: Candidate) => Promise<T>,
  ): Promise<T> => {
    const startedAtMs = monotonicMs();
    for (;;) {
      const failures: LedgerUnavailableError[] = [];
      for (const candidate of candidates()) {
        try {
          return await ask(candidate);
        } catch (error) {
          if (!(error instanceof LedgerUnavailableError)) throw error;
          if (!mayGoOn(error)) throw afterUnknown(method, error, failures);
          failures.push(error);
          if (monotonicMs() - startedAtMs >= DEADLINES_IN_ALL * timeoutMs) break;
        }
      }
      const isWorthWaiting = failures.length > 0 && failures.every((error) => error instanceof LedgerBehindError);
      if (!isWorthWaiting || monotonicMs() - startedAtMs >= timeoutMs) throw failureOf(method, failures);
      await wait(BEHIND_PAUSE_MS);
    }
  };

  return {
    client: (limits) => (method, params) =>
      askInTurn({ method, ...limits }, ({ server, hasOther }) => server.call(method, params, hasOther ? halved(limits) : limits)),
    optionalClient(limits) {
      const clients = rpcUrls.map((rpcUrl) => createRpcClient({ rpcUrl, fetch: ownFetch, ...limits }));
      return async (method, params) => {
        const index = candidates()[0]?.server.index ?? 0;
        return counted(clients[index] ?? failing, (outcome) => onCall(index, outcome))(method, params);
      };
    },
    together: (limits, work) =>
      askInTurn({ method: 'getSlot', ...limits }, async ({ server, hasOther }) => {
        await server.requireCurrent(hasOther ? halved(limits) : limits);
        return work((method, params) => server.call(method, params, limits), server.index);
      }),
    close: () => servers.forEach((server) => server.close()),
  };
}

interface Candidate {
  readonly server: RpcServer;
  /** Whether another server that is well comes after it. */
  readonly hasOther: boolean;
}

/** With nobody else to ask, an answer is an answer: no order of servers, no comparison of slots. */
function oneServer(deps: { readonly rpcUrl: string; readonly fetch: FetchLike } & Required<Pick<RpcServersDeps, 'onCall' | 'onTrouble'>>) {
  const client = (limits: CallLimits): RpcCall =>
    counted(createRpcClient({ rpcUrl: deps.rpcUrl, fetch: deps.fetch, ...limits }), (outcome) => deps.onCall(0, outcome));
  return {
    client,
    optionalClient: client,
    together: <T>(limits: CallLimits, work: (rpc: RpcCall, server: number) => Promise<T>): Promise<T> => work(client(limits), 0),
    close: () => undefined,
  };
}

/** While another server is well, half of the deadline is enough to take this one for stalled. */
function halved({ timeoutMs, maxAnswerBytes }: CallLimits): CallLimits {
  return { timeoutMs: Math.ceil(timeoutMs / 2), maxAnswerBytes };
}

function mayGoOn(error: LedgerUnavailableError): boolean {
  return !isAnswer(error) || (error instanceof RpcRefusalError && ANOTHER_MAY.has(error.code));
}

function isUnknownBroadcast(method: string, failures: readonly LedgerUnavailableError[]): boolean {
  return method === 'sendTransaction' && failures.some(({ effect }) => effect === 'unknown');
}

/** What one server says of its own broadcast says nothing of the one that another server may have taken. */
function afterUnknown(method: string, error: LedgerUnavailableError, failures: readonly LedgerUnavailableError[]): LedgerUnavailableError {
  if (!isUnknownBroadcast(method, failures)) return error;
  const reason = 'another server refused the same bytes after the answer of the first one was lost';
  return new LedgerUnavailableError(method, reason, { cause: error, effect: 'unknown' });
}

/** The failure that says most: an unknown broadcast, a limit, an outage; that none can tell only where all said so. */
function failureOf(method: string, failures: readonly LedgerUnavailableError[]): LedgerUnavailableError {
  const unknown = isUnknownBroadcast(method, failures) ? failures.find(({ effect }) => effect === 'unknown') : undefined;
  return (
    unknown ??
    failures.find((error) => error instanceof LedgerBusyError) ??
    failures.find((error) => !(error instanceof RpcRefusalError)) ??
    failures[0] ??
    new LedgerUnavailableError(method, 'every RPC server belongs to another cluster than solana.network names', { effect: 'none' })
  );
}

function counted(rpc: RpcCall, onOutcome: (outcome: ServerOutcome) => void): RpcCall {
  return async (method, params) => {
    try {
      const result = await rpc(method, params);
      onOutcome('answered');
      return result;
    } catch (error) {
      onOutcome(outcomeOf(error));
      throw error;
    }
  };
}

const webFetch: FetchLike = (url, init) => fetch(url, init);

function failing(method: string): Promise<never> {
  return Promise.reject(new LedgerUnavailableError(method, 'no such server', { effect: 'none' }));
}
