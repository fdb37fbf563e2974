import { LedgerBusyError, LedgerUnavailableError, RpcRefusalError } from '../errors.js';
import { readCount, textAnswer } from './answers.js';
import { type FetchLike, ResponseTooLargeError } from './bounded-fetch.js';
import { createRpcClient, presentUrl, type RpcCall, type RpcClientDeps, type RpcUrl } from './rpc-client.js';
import type { FlooredCall, SlotFloor } from './slot-floor.js';
import { type ClockMethod, LedgerAheadError, LedgerBehindError, type SlotJudge } from './slot-judge.js';

/** Outcome of one call of one server. */
export type ServerOutcome = 'answered' | 'refused' | 'too_many' | 'behind' | 'ahead' | 'failed' | 'other_cluster';

/** The genesis block of the server's ledger is not the configured network's. */
export class OtherClusterError extends LedgerUnavailableError {
  override readonly name: string = 'OtherClusterError';

  constructor() {
    super('getGenesisHash', 'the server belongs to another cluster than solana.network names', { effect: 'none' });
  }
}

/** Limits of one call of one server. */
export type RpcCallLimits = Pick<RpcClientDeps, 'timeoutMs' | 'maxAnswerBytes'>;

/** One of several servers. */
export interface RpcServer {
  readonly index: number;
  /** Why the server gets no calls; null: it is well, or had no call yet. */
  trouble(): string | null;
  /** True: the last known genesis block belongs to another cluster. */
  isForeign(): boolean;
  /** Makes a call. Throws the server's failure, LedgerBehindError and OtherClusterError. */
  call(method: string, params: readonly unknown[], limits: RpcCallLimits): Promise<unknown>;
  /** Rejects unless the server has reached the highest known slot. */
  requireCurrent(limits: RpcCallLimits): Promise<void>;
  /** Asks the server for its own clock, at `confirmed`. Throws the server's failure and OtherClusterError. */
  ownClock(method: ClockMethod): Promise<number>;
  close(): void;
}

export interface RpcServerDeps {
  readonly index: number;
  readonly rpcUrl: RpcUrl;
  readonly fetch: FetchLike;
  /** CAIP-2 id of the cluster that the server must belong to. */
  readonly network: string;
  readonly floor: SlotFloor;
  readonly judge: SlotJudge;
  readonly monotonicMs: () => number;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly onCall: (server: number, outcome: ServerOutcome) => void;
  readonly onTrouble: (server: number, trouble: string | null) => void;
}

const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 15_000;
/** A server that gets no calls is probed so often: it must be known to be gone before it is needed. */
const IDLE_PROBE_MS = 60_000;
const PROBE_LIMITS: RpcCallLimits = { timeoutMs: 2_000, maxAnswerBytes: 64 * 1024 };
/** Characters of the genesis block's hash in a CAIP-2 id. */
const REFERENCE_CHARACTERS = 32;
/** JSON-RPC code of a bank that has not reached `minContextSlot`. */
const BEHIND = -32_016;

/**
 * A server that fails is in trouble until a probe succeeds: right cluster, and a slot as high as the other servers'. A failure while other
 * calls succeed concerns its method only, and causes no trouble. A server that other servers spare all calls is probed each minute.
 */
export function createRpcServer(deps: RpcServerDeps): RpcServer {
  const { index, network, floor, judge, monotonicMs, random, onCall, onTrouble } = deps;
  let trouble: string | null = null;
  let isForeign = false;
  /** The URL whose cluster is known; null: none is. */
  let verifiedUrl: string | null = null;
  let verifying: Promise<void> | undefined;
  let answeredAtMs = -Infinity;
  let probe: NodeJS.Timeout | undefined;
  let probesInVain = 0;
  let isClosed = false;
  const clients = new Map<string, RpcCall>();

  const clientOf = ({ timeoutMs, maxAnswerBytes }: RpcCallLimits): RpcCall => {
    const name = `${timeoutMs}/${maxAnswerBytes}`;
    const client = clients.get(name) ?? createRpcClient({ rpcUrl: deps.rpcUrl, fetch: deps.fetch, timeoutMs, maxAnswerBytes });
    clients.set(name, client);
    return client;
  };

  const well = (): void => {
    answeredAtMs = monotonicMs();
    probesInVain = 0;
    clearTimeout(probe);
    probe = undefined;
    if (trouble === null) return;
    trouble = null;
    onTrouble(index, null);
  };
  const inTrouble = (error: LedgerUnavailableError): void => {
    if (trouble === null) onTrouble(index, error.message);
    trouble = error.message;
    const askedForMs = error instanceof LedgerBusyError ? (error.retryAfterMs ?? 0) : 0;
    const pauseMs = Math.min(Math.max(FIRST_PROBE_MS * 2 ** Math.min(probesInVain, 10), askedForMs), LONGEST_PROBE_MS);
    if (probe !== undefined || isClosed) return;
    probe = setTimeout(() => void runProbe(), pauseMs * (0.75 + random() / 2));
    probe.unref();
  };
  const runProbe = async (): Promise<void> => {
    probe = undefined;
    probesInVain += 1;
    try {
      await verify();
      await requireCurrent(PROBE_LIMITS);
    } catch (error) {
      if (error instanceof LedgerUnavailableError) inTrouble(error);
    }
  };

  /** Read again after each trouble: the same host name may lead to another server by now. */
  const verify = async (): Promise<void> => {
    verifiedUrl = null;
    const url = presentUrl(deps.rpcUrl);
    const genesisHash = textAnswer(await clientOf(PROBE_LIMITS)('getGenesisHash', []), 'getGenesisHash');
    isForeign = `solana:${genesisHash.slice(0, REFERENCE_CHARACTERS)}` !== network;
    if (isForeign) throw new OtherClusterError();
    verifiedUrl = url;
  };

  const requireVerified = async (): Promise<void> => {
    if (verifiedUrl === presentUrl(deps.rpcUrl)) return;
    verifying ??= verify().finally(() => (verifying = undefined));
    await verifying;
  };

  const floored = async (call: FlooredCall, method: string, params: readonly unknown[], limits: RpcCallLimits): Promise<unknown> => {
    try {
      const result = await clientOf(limits)(method, call.params);
      if (!call.reaches(result)) throw new LedgerBehindError(method);
      await judge.check({ server: index, method, params, result });
      if (call.needsProof(result)) await requireCurrent(limits);
      floor.note(method, params, result);
      return result;
    } catch (error) {
      const isBehind = error instanceof LedgerBehindError || (error instanceof RpcRefusalError && error.code === BEHIND);
      if (!isBehind) throw error;
      floor.missed(method, params);
      throw new LedgerBehindError(method);
    }
  };

  const call = async (method: string, params: readonly unknown[], limits: RpcCallLimits): Promise<unknown> => {
    const startedAtMs = monotonicMs();
    try {
      await requireVerified();
      const result = await floored(floor.call(method, params), method, params, limits);
      onCall(index, 'answered');
      well();
      return result;
    } catch (error) {
      onCall(index, outcomeOf(error));
      if (isAnswer(error)) well();
      else if (error instanceof LedgerUnavailableError && answeredAtMs <= startedAtMs) inTrouble(error);
      throw error;
    }
  };
  const requireCurrent = async (limits: RpcCallLimits): Promise<void> => {
    await call('getSlot', [{ commitment: 'confirmed' }], limits);
  };

  const probeIdle = (): void => {
    if (probe === undefined && monotonicMs() - answeredAtMs >= IDLE_PROBE_MS) void runProbe();
  };
  const idle = setInterval(probeIdle, IDLE_PROBE_MS * (0.75 + random() / 2));
  idle.unref();

  return {
    index,
    trouble: () => trouble,
    isForeign: () => isForeign,
    call,
    requireCurrent,
    async ownClock(method) {
      await requireVerified();
      return readCount(await clientOf(PROBE_LIMITS)(method, [{ commitment: 'confirmed' }]), method);
    },
    close() {
      isClosed = true;
      clearTimeout(probe);
      clearInterval(idle);
    },
  };
}

/** The server is well: it refused this call, or its answer exceeded the caller's limit. */
export function isAnswer(error: unknown): boolean {
  return error instanceof RpcRefusalError || (error instanceof LedgerUnavailableError && error.cause instanceof ResponseTooLargeError);
}

export function outcomeOf(error: unknown): ServerOutcome {
  if (error instanceof OtherClusterError) return 'other_cluster';
  if (error instanceof LedgerBehindError) return 'behind';
  if (error instanceof LedgerAheadError) return 'ahead';
  if (error instanceof LedgerBusyError) return 'too_many';
  return isAnswer(error) ? 'refused' : 'failed';
}
