import { setTimeout as delay } from 'node:timers/promises';

import { LedgerBusyError, LedgerUnavailableError, RpcRefusalError } from '../errors.js';
import { readCount } from './answers.js';
import type { FetchLike } from './bounded-fetch.js';
import { createKeepAliveFetch } from './http-clients.js';
import { createRpcClient, type RpcCall, type RpcUrl } from './rpc-client.js';
import { createRpcServer, isAnswer, outcomeOf, type RpcCallLimits, type RpcServer, type ServerOutcome } from './rpc-server.js';
import { createSlotFloor } from './slot-floor.js';
import { createSlotJudge, LedgerAheadError, LedgerBehindError } from './slot-judge.js';

/** The RPC servers and the bounds of each call. */
export interface RpcServersDeps {
  /** 1 to MAX_RPC_SERVERS, the preferred first. They may hold access keys, and appear in no error. */
  readonly rpcUrls: readonly RpcUrl[];
  /** CAIP-2 id. With several servers, a server of another cluster is never used. */
  readonly network: string;
  /** Default: a client that keeps its connections. */
  readonly fetch?: FetchLike | undefined;
  readonly monotonicMs?: () => number;
  readonly random?: () => number;
  /** Resolves after so many milliseconds. Default: a timer. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Called after each call, with the index of the server. */
  readonly onCall?: (server: number, outcome: ServerOutcome) => void;
  /** Called when a server gets into trouble, or is well again (null). */
  readonly onTrouble?: (server: number, trouble: string | null) => void;
}

/** One ledger behind one or several RPC servers. */
export interface RpcServers {
  /** Each call goes to the first server that is well, then to the next. Throws what the client of one server throws. */
  client(limits: RpcCallLimits): RpcCall;
  /** A client for optional calls: one call to one server, and no failure counts against the server. */
  optionalClient(limits: RpcCallLimits): RpcCall;
  /**
   * Runs a group of calls against one server that has reached the highest known slot: the pages of a list, or a call together with the length
   * of the server's history. `server` is its index. When that server fails, `work` starts again with the next.
   */
  together<T>(limits: RpcCallLimits, work: (rpc: RpcCall, server: number) => Promise<T>): Promise<T>;
  /** Ends the probes. */
  close(): void;
}

/** Most RPC servers of one ledger. */
export const MAX_RPC_SERVERS = 8;
/** Wait while no server has reached the highest known slot: a slot takes 400 ms. */
const BEHIND_PAUSE_MS = 200;
const WITNESS_LIMITS: RpcCallLimits = { timeoutMs: 2_000, maxAnswerBytes: 64 * 1024 };
/** A call tries further servers for this many of its deadlines. */
const DEADLINES_IN_ALL = 2;

/**
 * JSON-RPC codes of a call that another server may answer: an internal error, an unknown method, a block or an index that the server does
 * not keep, no transaction history (rpc-client-api, custom_error.rs).
 */
const ANOTHER_MAY: ReadonlySet<number> = new Set([
  -32_603, -32_601, -32_001, -32_004, -32_007, -32_008, -32_009, -32_010, -32_011, -32_014, -32_019,
]);

/** One ledger of one or several RPC servers: a failed call goes to the next server. Throws RangeError for no server or too many. */
export function createRpcServers(deps: RpcServersDeps): RpcServers {
  const { rpcUrls, network, fetch: ownFetch = createKeepAliveFetch(), onCall = () => undefined, onTrouble = () => undefined } = deps;
  const { monotonicMs = () => performance.now(), random = Math.random, wait = (ms: number) => delay(ms) } = deps;
  if (rpcUrls.length < 1 || rpcUrls.length > MAX_RPC_SERVERS) throw new RangeError(`rpcUrls: must be 1 to ${MAX_RPC_SERVERS} servers`);
  const [only = ''] = rpcUrls;
  if (rpcUrls.length === 1) return oneServer({ rpcUrl: only, fetch: ownFetch, monotonicMs, wait, onCall, onTrouble });
  const floor = createSlotFloor({ monotonicMs });
  const judge = createSlotJudge({
    monotonicMs,
    wait,
    witnesses: (of) => [...servers.filter((server) => server.index !== of && !server.isForeign()).map(({ index }) => index), of],
    ask: (index, method) => servers[index]?.ownClock(method) ?? failing(method),
  });
  const servers: readonly RpcServer[] = rpcUrls.map((rpcUrl, index) =>
    createRpcServer({ index, rpcUrl, fetch: ownFetch, network, floor, judge, monotonicMs, random, onCall, onTrouble }),
  );

  /** Servers that are well, in their order, then servers in trouble. */
  const candidates = (): readonly Candidate[] => {
    const usable = servers.filter((server) => !server.isForeign());
    const well = usable.filter((server) => server.trouble() === null);
    const troubled = usable.filter((server) => server.trouble() !== null);
    return [...well, ...troubled].map((server, position) => ({ server, hasOther: position < well.length - 1 }));
  };

  /** Tries one server after the other. `ask` must be repeatable. */
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
  /** True: a later server is well. */
  readonly hasOther: boolean;
}

type OneServerDeps = { readonly rpcUrl: RpcUrl; readonly fetch: FetchLike } & Required<
  Pick<RpcServersDeps, 'monotonicMs' | 'wait' | 'onCall' | 'onTrouble'>
>;

/** A single server needs no order. Its answers are compared with its own earlier ones, as far as time explains the difference. */
function oneServer({ rpcUrl, fetch: ownFetch, monotonicMs, wait, onCall, onTrouble }: OneServerDeps): RpcServers {
  const asked = (limits: RpcCallLimits): RpcCall => createRpcClient({ rpcUrl, fetch: ownFetch, ...limits });
  const witness = asked(WITNESS_LIMITS);
  const judge = createSlotJudge({
    monotonicMs,
    wait,
    witnesses: () => [0],
    ask: async (_server, method) => readCount(await witness(method, [{ commitment: 'confirmed' }]), method),
  });
  let isDoubted = false;
  const told = (outcome: ServerOutcome, error?: unknown): void => {
    onCall(0, outcome);
    const isDoubtful = error instanceof LedgerAheadError || error instanceof LedgerBehindError;
    if (isDoubtful && !isDoubted) onTrouble(0, error.message);
    if (outcome === 'answered' && isDoubted) onTrouble(0, null);
    if (isDoubtful || outcome === 'answered') isDoubted = isDoubtful;
  };
  const client = (limits: RpcCallLimits): RpcCall => {
    const rpc = asked(limits);
    return counted(async (method, params) => {
      const result = await rpc(method, params);
      await judge.check({ server: 0, method, params, result });
      return result;
    }, told);
  };
  return {
    client,
    optionalClient: (limits) => counted(asked(limits), (outcome) => onCall(0, outcome)),
    together: <T>(limits: RpcCallLimits, work: (rpc: RpcCall, server: number) => Promise<T>): Promise<T> => work(client(limits), 0),
    close: () => undefined,
  };
}

/** While another server is well, a server counts as stalled after half of the deadline. */
function halved({ timeoutMs, maxAnswerBytes }: RpcCallLimits): RpcCallLimits {
  return { timeoutMs: Math.ceil(timeoutMs / 2), maxAnswerBytes };
}

function mayGoOn(error: LedgerUnavailableError): boolean {
  return !isAnswer(error) || (error instanceof RpcRefusalError && ANOTHER_MAY.has(error.code));
}

function isUnknownBroadcast(method: string, failures: readonly LedgerUnavailableError[]): boolean {
  return method === 'sendTransaction' && failures.some(({ effect }) => effect === 'unknown');
}

/** A refusal by one server says nothing about a broadcast that another server may have accepted. */
function afterUnknown(method: string, error: LedgerUnavailableError, failures: readonly LedgerUnavailableError[]): LedgerUnavailableError {
  if (!isUnknownBroadcast(method, failures)) return error;
  const reason = 'another server refused the same bytes after the answer of the first one was lost';
  return new LedgerUnavailableError(method, reason, { cause: error, effect: 'unknown' });
}

/** The most informative failure: an unknown broadcast, then a limit, then an outage; `cannot answer` only where all servers said so. */
function failureOf(method: string, failures: readonly LedgerUnavailableError[]): LedgerUnavailableError {
  const unknown = isUnknownBroadcast(method, failures) ? failures.find(({ effect }) => effect === 'unknown') : undefined;
  return (
    unknown ??
    failures.find((error) => error instanceof LedgerBusyError) ??
    failures.find((error) => !(error instanceof RpcRefusalError)) ??
    failures[0] ??
    new LedgerUnavailableError(method, 'every RPC server belongs to a cluster other than solana.network; correct one of the two', {
      effect: 'none',
    })
  );
}

function counted(rpc: RpcCall, onOutcome: (outcome: ServerOutcome, error?: unknown) => void): RpcCall {
  return async (method, params) => {
    try {
      const result = await rpc(method, params);
      onOutcome('answered');
      return result;
    } catch (error) {
      onOutcome(outcomeOf(error), error);
      throw error;
    }
  };
}

function failing(method: string): Promise<never> {
  return Promise.reject(new LedgerUnavailableError(method, 'no such server', { effect: 'none' }));
}
