import type { Keypair } from '@oracle-gateway/app-config';
import {
  type CommitRequest,
  type CommitResponse,
  ContractError,
  MAX_RESPONSE_BYTES,
  type NodeErrorBody,
  nodeOperations,
  type ObserveRequest,
  type ObserveResponse,
  parseCommitResponse,
  parseNodeErrorBody,
  parseObserveResponse,
  parseReleaseResponse,
  parseSignResponse,
  parseSimulateResponse,
  parseVouchResponse,
  type ReleaseRequest,
  type ReleaseResponse,
  signNodeRequest,
  type SignRequest,
  type SignResponse,
  type SimulateRequest,
  type SimulateResponse,
  type VouchRequest,
  type VouchResponse,
} from '@oracle-gateway/node-api';
import { inCallSpan, traceHeaders } from '@oracle-gateway/process';
import { type DeploymentId, JsonError, readRequestJson, type RoundId, unixMs } from '@oracle-gateway/protocol';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { errors, Pool } from 'undici';
import type { Events } from '../telemetry/events.js';
import type { ClockWatch } from './clock-watch.js';
import { faultOfCode } from './fault-of-code.js';
import { NodeCallError, type NodeFault, type NodeStep } from '../errors/node-call-error.js';
import type { RoundNode } from './node-directory.js';
import type { LastCalls } from './last-calls.js';
import { ExchangeEndedError, postToNode } from './node-exchange.js';

/**
 * Connections kept to one node. An observation lasts as long as its source, so observations have connections of their own, as many as a node
 * has places: a `sign` takes milliseconds and must not wait behind them. Dry runs have few of their own, so that no round waits behind one.
 */
const MAX_CONNECTIONS = { observe: 256, simulate: 16, others: 16 } as const;
/** Calls of one kind to one node that may be under way or queued; a node that stops answering must not pile up memory here. */
const MAX_CALLS_PER_NODE = 512;
/** A connection takes two round trips over the world at most. A host that swallows what it is sent must not hold a call until its deadline. */
const CONNECT_TIMEOUT_MS = 1_000;
/** Pools kept, three for a node; more distinct endpoints than registry slots means that nodes have moved. */
const MAX_POOLS = 256;

export interface CallLimits {
  readonly deadlineMs: number;
  /** Ends the call early: the round is over. */
  readonly signal: AbortSignal;
  /** The round that the call belongs to: the node names its trace. */
  readonly roundId?: RoundId;
}

/** The calls of protocol §4, dry runs and registry snapshots. Each throws {@link NodeCallError}. */
export interface NodeClient {
  commit(node: RoundNode, request: CommitRequest, limits: CallLimits): Promise<CommitResponse>;
  observe(node: RoundNode, request: ObserveRequest, limits: CallLimits): Promise<ObserveResponse>;
  sign(node: RoundNode, request: SignRequest, limits: CallLimits): Promise<SignResponse>;
  release(node: RoundNode, request: ReleaseRequest, limits: CallLimits): Promise<ReleaseResponse>;
  simulate(node: RoundNode, request: SimulateRequest, limits: CallLimits): Promise<SimulateResponse>;
  vouch(node: RoundNode, request: VouchRequest, limits: CallLimits): Promise<VouchResponse>;
  close(): Promise<void>;
}

interface NodeConnection {
  readonly pool: Pool;
  calls: number;
}

/** Signed requests (protocol §5a) over kept connections; answers are bounded in size and time and checked against the contract. */
export function createNodeClient(deps: {
  readonly deploymentId: DeploymentId;
  readonly keypair: Keypair;
  readonly events: Pick<Events, 'nodeAnswered'>;
  readonly clocks: Pick<ClockWatch, 'note'>;
  readonly lastCalls: Pick<LastCalls, 'note'>;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}): NodeClient {
  const connections = new Map<string, NodeConnection>();

  const connect = (origin: string, step: NodeStep): NodeConnection => {
    const kind = step === 'observe' || step === 'simulate' ? step : 'others';
    const key = `${kind} ${origin}`;
    const known = connections.get(key);
    if (known !== undefined) return known;
    const [oldestKey] = connections.keys();
    if (connections.size >= MAX_POOLS && oldestKey !== undefined) {
      // Calls under way on a pool that is closed still run to their end.
      void connections.get(oldestKey)?.pool.close();
      connections.delete(oldestKey);
    }
    const pool = new Pool(origin, {
      connections: MAX_CONNECTIONS[kind],
      connect: { timeout: CONNECT_TIMEOUT_MS },
      maxResponseSize: MAX_RESPONSE_BYTES,
    });
    const created = { pool, calls: 0 };
    connections.set(key, created);
    return created;
  };

  const call = <T>(step: NodeStep, node: RoundNode, request: unknown, parse: (plain: unknown) => T, limits: CallLimits): Promise<T> =>
    inCallSpan(`node ${step}`, () => send(step, node, request, parse, limits), { 'oracle.node': node.index });

  const send = async <T>(
    step: NodeStep,
    node: RoundNode,
    request: unknown,
    parse: (plain: unknown) => T,
    limits: CallLimits,
  ): Promise<T> => {
    const connection = connect(node.origin, step);
    if (connection.calls >= MAX_CALLS_PER_NODE) throw new NodeCallError({ nodeIndex: node.index, step, fault: 'overloaded' });
    const { path } = nodeOperations[step];
    const body = Buffer.from(JSON.stringify(request));
    const sentAtMs = deps.nowMs();
    const headers = signNodeRequest({
      deploymentId: deps.deploymentId,
      nodeIndex: node.index,
      timeMs: unixMs(sentAtMs),
      path,
      body,
      gatewayAuthority: deps.keypair.address,
      sign: deps.keypair.sign,
      sha256: nativeSha256,
    });
    const startedAtMs = deps.monotonicMs();
    connection.calls += 1;
    try {
      const reply = await postToNode(connection.pool, {
        path,
        headers: { ...headers, 'content-type': 'application/json', ...(limits.roundId === undefined ? {} : traceHeaders(limits.roundId)) },
        body,
        ...limits,
        onReleased: () => {
          connection.calls -= 1;
        },
      });
      if (reply.timeMs !== null) deps.clocks.note(node, { timeMs: reply.timeMs, sentAtMs, answeredAtMs: deps.nowMs() });
      const answer = readRequestJson(reply.body, { maxBytes: MAX_RESPONSE_BYTES });
      if (reply.status !== 200) throw refusalOf(node.index, step, parseNodeErrorBody(answer));
      const parsed = parse(answer);
      deps.lastCalls.note(node.index, null);
      deps.events.nodeAnswered(node.index, step, (deps.monotonicMs() - startedAtMs) / 1000);
      return parsed;
    } catch (error) {
      const failure = toCallError(error, node.index, step);
      deps.lastCalls.note(node.index, failure.context.fault);
      throw failure;
    }
  };

  return {
    commit: (node, request, limits) => call('commit', node, request, parseCommitResponse, limits),
    observe: (node, request, limits) => call('observe', node, request, parseObserveResponse, limits),
    sign: (node, request, limits) => call('sign', node, request, parseSignResponse, limits),
    release: (node, request, limits) => call('release', node, request, parseReleaseResponse, limits),
    simulate: (node, request, limits) => call('simulate', node, request, parseSimulateResponse, limits),
    vouch: (node, request, limits) => call('vouch', node, request, parseVouchResponse, limits),
    async close() {
      await Promise.all([...connections.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

function refusalOf(nodeIndex: number, step: NodeStep, body: NodeErrorBody): NodeCallError {
  return new NodeCallError({
    nodeIndex,
    step,
    fault: faultOfCode(body.code),
    code: body.code,
    ...(body.step === undefined ? {} : { sourceStep: body.step }),
    ...(body.upstreamStatus === undefined ? {} : { upstreamStatus: body.upstreamStatus }),
    ...(body.rule === undefined ? {} : { sourceRule: body.rule }),
    ...(body.matched === undefined ? {} : { matched: body.matched }),
    ...(body.terms === undefined ? {} : { sourceTerms: body.terms }),
  });
}

function toCallError(error: unknown, nodeIndex: number, step: NodeStep): NodeCallError {
  if (error instanceof NodeCallError) return error;
  return new NodeCallError({ nodeIndex, step, fault: faultOf(error) }, { cause: error });
}

function faultOf(error: unknown): NodeFault {
  if (error instanceof ExchangeEndedError) return error.endedBy;
  const isUnusable = error instanceof ContractError || error instanceof JsonError || error instanceof errors.ResponseExceededMaxSizeError;
  return isUnusable ? 'bad_answer' : 'unreachable';
}
