import type { NodeErrorBody, NodeErrorCode, SourceStep } from '@oracle-gateway/node-api';

/** Purpose of a call: for a round, in advance of rounds, for a dry run, or for a registry snapshot. */
export type NodeStep = 'commit' | 'observe' | 'sign' | 'release' | 'simulate' | 'vouch';

/**
 * Fault of one call. `upstream` is the source's fault; `sealed` is the fault of what the caller sealed. `declined` is a refusal that others
 * may have caused, `excused` one that says nothing of the node at all. `dissent` is an observation other than the quorum's. `overtaken` is
 * a signature that the round did not wait for. `aborted` is a call that ended with its round. `no_commitment`: the gateway had no nonce
 * commitment of the node left, so it could not ask for a signature. `unsigned`: the gateway's own key did not sign the call, so it was not sent.
 */
export type NodeFault =
  | 'unreachable'
  | 'timeout'
  | 'overloaded'
  | 'bad_answer'
  | 'refused'
  | 'upstream'
  | 'sealed'
  | 'declined'
  | 'excused'
  | 'bad_partial'
  | 'overtaken'
  | 'dissent'
  | 'aborted'
  | 'no_commitment'
  | 'unsigned';

export interface NodeCallContext {
  readonly nodeIndex: number;
  readonly step: NodeStep;
  readonly fault: NodeFault;
  /** The node's own message proves the fault: no source, no caller and no other node can bring an honest one to it. */
  readonly isProven?: true;
  /** The node's own code, when it refused. */
  readonly code?: NodeErrorCode;
  /** Step at which the source failed, and the status it answered. */
  readonly sourceStep?: SourceStep;
  readonly upstreamStatus?: number;
  /** Words of the node, unchecked: the rule that the answer of the source breaks, and the part of the request's own text that it matches. */
  readonly sourceRule?: string;
  readonly matched?: string;
  /** Place of the source, of several, by the node's word. */
  readonly place?: number;
  /** Terms of a source that answered 402, as the node tells them: for the caller, for no log. */
  readonly sourceTerms?: string;
}

/** One call to one node failed. */
export class NodeCallError extends Error {
  override readonly name = 'NodeCallError';

  constructor(
    readonly context: NodeCallContext,
    options?: ErrorOptions,
  ) {
    const code = context.code === undefined ? '' : ` (${context.code})`;
    super(`node ${context.nodeIndex} ${context.step}: ${context.fault}${code}`, options);
  }
}

/** Whether a node reads no answer as large as the source may send, so that it asked none. */
export function isTooLargeHere({ sourceRule }: Pick<NodeCallContext, 'sourceRule'>): boolean {
  return sourceRule === 'too_large_here';
}

/** The fault of a refusal. One for want of room has the code of a source that failed, and none was asked. */
export function faultOfRefusal({ code, rule }: Pick<NodeErrorBody, 'code' | 'rule'>): NodeFault {
  return rule !== undefined && isTooLargeHere({ sourceRule: rule }) ? 'excused' : faultOfCode(code);
}

/**
 * Sorts refusals by their cause. `declined` are the codes that an honest node is brought to by others: a registry that is changing, a
 * clock, another signer's commitments, a crowd. One such refusal proves nothing, so nodes are judged by how often they decline beside their
 * peers. `excused` are the codes that one caller can have any node answer, such as by what its source costs. They say nothing of the node.
 */
export function faultOfCode(code: NodeErrorCode): NodeFault {
  switch (code) {
    case 'upstream_failure':
    case 'forbidden_source':
      return 'upstream';
    case 'envelope_undecryptable':
    case 'secrets_malformed':
    case 'secrets_expired':
    case 'secrets_other_owner':
      return 'sealed';
    case 'already_signed':
    case 'share_used':
    case 'not_enabled':
      return 'excused';
    case 'stale_registry':
    case 'snapshot_mismatch':
    case 'clock_skew':
    case 'signers_mismatch':
    case 'overloaded':
      return 'declined';
    default:
      return 'refused';
  }
}
