import type { SimulateAnswer } from '@oracle-gateway/gateway-api';
import { nodeErrors, type NodeErrorCode } from '@oracle-gateway/node-api';
import { hintText, sentenceOf } from '../../errors/failure-words.js';
import { type FailedSubject, judgeWords } from '../../errors/source-failure.js';
import { wordsOf } from '../model/round-failure.js';
import type { NodeCallContext } from '../nodes/node-call-error.js';

type NodeRow = SimulateAnswer['data']['nodes'][number];
/** Description of a node without a value, for the caller. */
export type NodeTrouble = Extract<NodeRow, { readonly error: unknown }>['error'];

/** Refusals of a node that are told as they are: they hold nothing of the source, and the caller can act on them. */
const TOLD: ReadonlySet<NodeErrorCode> = new Set([
  'not_enabled',
  'envelope_undecryptable',
  'secrets_expired',
  'secrets_malformed',
  'secrets_other_owner',
  'share_used',
  'overloaded',
  'not_ready',
]);

/** Whether the node is of a version without dry runs. */
export function isTooOld({ code }: NodeCallContext): boolean {
  return code === 'not_found';
}

/** One failure in the gateway's own words, without any text that a node has sent. */
export function nodeTrouble(failure: NodeCallContext, failed: FailedSubject): NodeTrouble {
  const { fault, code } = failure;
  if (isTooOld(failure)) return { code: 'node_too_old', detail: 'the node runs a version without dry runs; rounds ask it all the same' };
  if (code === 'upstream_failure' || code === 'forbidden_source') return sourceTrouble(failure, failed);
  if (code !== undefined && TOLD.has(code)) return { code, detail: nodeErrors[code].meaning };
  return OWN_FAULTS[fault] ?? { code: 'node_refused', detail: 'the node refused the dry run' };
}

const OWN_FAULTS: { readonly [Fault in NodeCallContext['fault']]?: NodeTrouble } = {
  unreachable: { code: 'node_unreachable', detail: 'the node could not be reached' },
  timeout: { code: 'node_timeout', detail: 'the node did not answer in time' },
  overloaded: { code: 'overloaded', detail: 'too many dry runs of this gateway wait for the node' },
  bad_answer: { code: 'node_bad_answer', detail: 'the node answered something unusable' },
};

function sourceTrouble(failure: NodeCallContext, failed: FailedSubject): NodeTrouble {
  const { hint, nodes: _nodes, ...told } = judgeWords(wordsOf(failure), failed);
  return {
    code: 'upstream_failure',
    detail: sentenceOf(told),
    ...told,
    ...(hint === undefined ? {} : { hint: hintText(hint) }),
  };
}
