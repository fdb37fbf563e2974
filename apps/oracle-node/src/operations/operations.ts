import {
  ContractError,
  nodeOperations,
  parseCommitRequest,
  parseCommitResponse,
  parseObserveRequest,
  parseObserveResponse,
  parseReleaseRequest,
  parseReleaseResponse,
  parseSignRequest,
  parseSignResponse,
  parseSimulateRequest,
  parseSimulateResponse,
  parseVouchRequest,
  parseVouchResponse,
  type NodeOperationName,
  type Parser,
} from '@oracle-gateway/node-api';
import type { Commit } from './commit.js';
import { NodeError } from '../errors/node-error.js';
import type { Caller } from '../ledger/gateway-access.js';
import type { Observe } from './observe.js';
import type { Release } from './release.js';
import type { Sign } from './sign.js';
import type { Simulate } from './simulate.js';
import type { Vouch } from './vouch.js';

/** One operation of the contract. The body is still unchecked; `signal` is aborted when the caller has gone. Throws NodeError. */
export type RunOperation = (caller: Caller, plain: unknown, signal: AbortSignal) => Promise<unknown>;

export type NodeOperations = Readonly<Record<NodeOperationName, RunOperation>>;

/**
 * The operations of the contract by name. An operation without a use case does not compile. Their answers are checked against the contract
 * too: an answer that breaks it becomes the refusal `internal`, and its cause is in the log.
 */
export function createOperations(deps: {
  readonly commit: Commit;
  readonly observe: Observe;
  readonly sign: Sign;
  readonly release: Release;
  readonly simulate: Simulate;
  readonly vouch: Vouch;
}): NodeOperations {
  return {
    commit: async (caller, plain) => await Promise.resolve(parseCommitResponse(deps.commit(caller, fitting(parseCommitRequest, plain)))),
    observe: async (caller, plain, signal) => parseObserveResponse(await deps.observe(caller, fitting(parseObserveRequest, plain), signal)),
    sign: async (caller, plain) => await Promise.resolve(parseSignResponse(deps.sign(caller, fitting(parseSignRequest, plain)))),
    release: async (caller, plain) =>
      await Promise.resolve(parseReleaseResponse(deps.release(caller, fitting(parseReleaseRequest, plain)))),
    simulate: async (caller, plain, signal) =>
      parseSimulateResponse(await deps.simulate(caller, fitting(parseSimulateRequest, plain), signal)),
    vouch: async (caller, plain) => parseVouchResponse(await deps.vouch(caller, fitting(parseVouchRequest, plain))),
  };
}

/** The operation a path names, or null. */
export function operationAt(path: string): NodeOperationName | null {
  return names.find((name) => nodeOperations[name].path === path) ?? null;
}

const names = ['commit', 'observe', 'sign', 'release', 'simulate', 'vouch'] as const satisfies readonly NodeOperationName[];

function fitting<T>(parse: Parser<T>, plain: unknown): T {
  try {
    return parse(plain);
  } catch (error) {
    throw error instanceof ContractError ? new NodeError('invalid_request', error.message) : error;
  }
}
