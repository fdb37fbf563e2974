import {
  type CommitRequest,
  type CommitResponse,
  ContractError,
  MAX_RESPONSE_BYTES,
  type NodeErrorBody,
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
  type SignRequest,
  type SignResponse,
  type SimulateRequest,
  type SimulateResponse,
  type VouchRequest,
  type VouchResponse,
} from '@oracle-gateway/node-api';
import { inCallSpan } from '@oracle-gateway/process';
import { JsonError, readRequestJson } from '@oracle-gateway/protocol';
import type { CallPace } from './call-pace.js';
import type { ClockWatch } from './clock-watch.js';
import { NodeCallError, type NodeStep, faultOfRefusal } from './node-call-error.js';
import type { RoundNode } from './node-directory.js';
import type { NodeEvents } from './node-events.js';
import type { LastCalls } from './node-health.js';
import type { CallLimits, NodeTransport } from './node-transport.js';

/** The calls of a signing session, dry runs and registry snapshots. Each throws {@link NodeCallError}. */
export interface NodeCalls {
  commit(node: RoundNode, request: CommitRequest, limits: CallLimits): Promise<CommitResponse>;
  observe(node: RoundNode, request: ObserveRequest, limits: CallLimits): Promise<ObserveResponse>;
  sign(node: RoundNode, request: SignRequest, limits: CallLimits): Promise<SignResponse>;
  release(node: RoundNode, request: ReleaseRequest, limits: CallLimits): Promise<ReleaseResponse>;
  simulate(node: RoundNode, request: SimulateRequest, limits: CallLimits): Promise<SimulateResponse>;
  vouch(node: RoundNode, request: VouchRequest, limits: CallLimits): Promise<VouchResponse>;
}

/** Notes that calls take of the nodes. */
export interface CallNotes {
  readonly clocks: ClockWatch;
  readonly pace: CallPace;
  readonly lastCalls: LastCalls;
}

/** Requests and answers of the contract over any transport. Answers are checked against the contract, and noted by clock, pace and last call of the node. */
export function createNodeClient(deps: {
  readonly transport: NodeTransport;
  readonly events: NodeEvents;
  /** Null: calls note nothing of the nodes. */
  readonly notes: CallNotes | null;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
}): NodeCalls {
  /** Several nodes are sent the same request. */
  const bodies = new WeakMap<object, Uint8Array>();
  const bodyOf = (request: object): Uint8Array => {
    const body = bodies.get(request) ?? Buffer.from(JSON.stringify(request));
    bodies.set(request, body);
    return body;
  };

  const call = <T>(step: NodeStep, node: RoundNode, request: object, parse: (plain: unknown) => T, limits: CallLimits): Promise<T> => {
    const send = async (): Promise<T> => {
      const sentAtMs = deps.nowMs();
      const startedAtMs = deps.monotonicMs();
      try {
        const reply = await deps.transport.call(node, { step, body: bodyOf(request), ...limits });
        if (reply.timeMs !== null) deps.notes?.clocks.note(node, { timeMs: reply.timeMs, sentAtMs, answeredAtMs: deps.nowMs() });
        const answer = readRequestJson(reply.body, { maxBytes: MAX_RESPONSE_BYTES });
        if (reply.status !== 200) throw refusalOf(node.index, step, parseNodeErrorBody(answer));
        const parsed = parse(answer);
        deps.notes?.lastCalls.note(node.index, null);
        const tookMs = deps.monotonicMs() - startedAtMs;
        deps.notes?.pace.record(node.index, step, tookMs);
        deps.events.nodeAnswered(node.index, step, tookMs / 1_000);
        return parsed;
      } catch (error) {
        const failure = toCallError(error, node.index, step);
        deps.notes?.lastCalls.note(node.index, failure.context.fault);
        throw failure;
      }
    };
    return inCallSpan(`node ${step}`, send, { 'oracle.node': node.index });
  };

  return {
    commit: (node, request, limits) => call('commit', node, request, parseCommitResponse, limits),
    observe: (node, request, limits) => call('observe', node, request, parseObserveResponse, limits),
    sign: (node, request, limits) => call('sign', node, request, parseSignResponse, limits),
    release: (node, request, limits) => call('release', node, request, parseReleaseResponse, limits),
    simulate: (node, request, limits) => call('simulate', node, request, parseSimulateResponse, limits),
    vouch: (node, request, limits) => call('vouch', node, request, parseVouchResponse, limits),
  };
}

function refusalOf(nodeIndex: number, step: NodeStep, body: NodeErrorBody): NodeCallError {
  return new NodeCallError({
    nodeIndex,
    step,
    fault: faultOfRefusal(body),
    code: body.code,
    ...(body.step === undefined ? {} : { sourceStep: body.step }),
    ...(body.upstreamStatus === undefined ? {} : { upstreamStatus: body.upstreamStatus }),
    ...(body.rule === undefined ? {} : { sourceRule: body.rule }),
    ...(body.matched === undefined ? {} : { matched: body.matched }),
    ...(body.place === undefined ? {} : { place: body.place }),
    ...(body.terms === undefined ? {} : { sourceTerms: body.terms }),
  });
}

function toCallError(error: unknown, nodeIndex: number, step: NodeStep): NodeCallError {
  if (error instanceof NodeCallError) return error;
  const fault = error instanceof ContractError || error instanceof JsonError ? 'bad_answer' : 'unreachable';
  return new NodeCallError({ nodeIndex, step, fault }, { cause: error });
}
