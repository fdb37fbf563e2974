import { type FetchLike, type LedgerSigner, readBounded } from '@oracle-gateway/ledger';
import {
  MAX_RESPONSE_BYTES,
  nodeErrors,
  nodeOperations,
  parseCommitResponse,
  parseNodeErrorBody,
  parseVouchResponse,
  signNodeRequest,
} from '@oracle-gateway/node-api';
import { type Address, type DeploymentId, readRequestJson, unixMs } from '@oracle-gateway/protocol';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import type { Voucher, VoucherCalls, VouchStep } from '@oracle-gateway/vouching';
import type { NodeFailure } from './node-failure.js';

export interface NodeCallsDeps {
  readonly deploymentId: DeploymentId;
  /** The key of a registered gateway. */
  readonly gateway: LedgerSigner;
  readonly gatewayAccount: Address;
  readonly fetch: FetchLike;
  readonly nowMs: () => number;
  readonly onFailure: (failure: NodeFailure) => void;
}

/** Half of what a request's time may differ from a node's clock. */
const TIMEOUT_MS = 5_000;

const FAULTS = {
  bad_answer: 'its commitment is of no use',
  bad_partial: 'its partial signature is wrong',
} as const;

/** One signed request for each call (docs/protocol.md#request-to-a-node); an answer is bounded in size and time and checked against the contract. */
export function createNodeCalls(deps: NodeCallsDeps): VoucherCalls<Voucher> {
  const send = async <T>(node: Voucher, step: VouchStep, request: unknown, parse: (plain: unknown) => T): Promise<T | null> => {
    const told = (reason: string): null => {
      deps.onFailure({ nodeIndex: node.index, step, reason });
      return null;
    };
    const reply = await post(node, nodeOperations[step].path, JSON.stringify(request), deps);
    if (reply === null) return told(`no answer within ${TIMEOUT_MS / 1_000} s; check that its endpoint can be reached from here`);
    try {
      const plain = readRequestJson(reply.body, { maxBytes: MAX_RESPONSE_BYTES });
      if (reply.status === 200) return parse(plain);
      const { code } = parseNodeErrorBody(plain);
      return told(`refused with ${code}: ${nodeErrors[code].meaning}`);
    } catch {
      return told(`an answer of status ${reply.status} that is not in the form of a node; check its endpoint`);
    }
  };
  return {
    commit: (node, request) => send(node, 'commit', request, parseCommitResponse),
    vouch: (node, request) => send(node, 'vouch', request, parseVouchResponse),
    blame: (nodeIndex, step, fault) => deps.onFailure({ nodeIndex, step, reason: FAULTS[fault] }),
  };
}

/** Null: no whole answer came in time, or one of too many bytes. */
async function post(
  { index, origin }: Voucher,
  path: string,
  body: string,
  { deploymentId, gateway, gatewayAccount, fetch, nowMs }: NodeCallsDeps,
): Promise<{ readonly status: number; readonly body: Uint8Array } | null> {
  const headers = await signNodeRequest({
    deploymentId,
    nodeIndex: index,
    timeMs: unixMs(nowMs()),
    path,
    body: new TextEncoder().encode(body),
    gateway: gatewayAccount,
    gatewayAuthority: gateway.address,
    sign: (kind, preimage) => gateway.sign(kind, preimage),
  });
  try {
    return await withTimeLimit({ timeoutMs: TIMEOUT_MS }, async (signal) => {
      const sent = { ...headers, 'content-type': 'application/json' };
      const answer = await fetch(`${origin}${path}`, { method: 'POST', headers: sent, body, redirect: 'error', signal });
      return { status: answer.status, body: await readBounded(answer, MAX_RESPONSE_BYTES) };
    });
  } catch {
    return null;
  }
}
