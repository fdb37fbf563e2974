import type { SimulateAnswer } from '@oracle-gateway/gateway-api';
import { nodeErrors, type NodeErrorCode, type SourceRule, type SourceStep } from '@oracle-gateway/node-api';
import type { ApiConfig } from '@oracle-gateway/protocol';
import type { NodeCallContext } from '../nodes/node-call-error.js';

type NodeRow = SimulateAnswer['data']['nodes'][number];
/** Description of a node without a value, for the caller. */
export type NodeTrouble = Extract<NodeRow, { readonly error: unknown }>['error'];

const PAYMENT_REQUIRED = 402;

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

const RULES: Readonly<Record<SourceRule, string>> = {
  content_coding: 'the answer of the source must have no content coding, or one of gzip, deflate and br',
  cut_off: 'the answer of the source ends before it is whole',
  empty: 'the answer of the source has no body',
  no_declared_end: 'the answer of the source does not say where it ends, so a part of it could pass for the whole',
  not_http: 'the source answers with what is no HTTP/1.1',
  part_of_a_body: 'the source sends only a part of its answer, which is no value; leave out the header Range',
  redirected: 'the source redirects to another scheme, host or port, or in a way that repeats no body; write the url that it redirects to',
  timed_out: 'the source does not answer in time',
  too_many_redirects: 'the source redirects more than three times',
  too_old: 'the answer of the source is older than maxAgeMs, by its header Age',
  unreachable: 'the source cannot be reached',
  too_large: 'the answer of the source is larger than 256 KiB, or comes in too many pieces',
  body_too_large: 'the answer of the source is larger than 256 KiB',
  body_not_utf8: 'the answer of the source is not UTF-8',
  body_not_json: 'responseParser needs JSON, and the answer of the source is none',
  too_costly: 'responseParser takes too many steps over the answer of the source, or your answers take too much time of the node',
  nothing_selected: 'responseParser selects nothing in the answer of the source',
  several_selected: 'responseParser selects more than one place in the answer of the source; it must select one',
  too_many_selected: 'more than 10,000 places are selected in the answer of the source',
  not_a_number: 'what is selected is no number, no text of a decimal and no boolean',
  wrong_kind: 'valueTransform meets an item that its step cannot read, such as a number where it reads texts',
  not_found: 'valueTransform does not find its text, row or column in the answer of the source',
  several_found: 'valueTransform finds its text or column more than once in the answer of the source',
  not_csv: 'valueTransform needs CSV, and the answer of the source is none',
  not_hex: 'valueTransform needs 1 to 64 hexadecimal digits',
  not_a_date: 'valueTransform needs a date with a zone (RFC 3339), or the form of HTTP headers',
  not_grouped: 'valueTransform meets a number that is not written with these separators',
  not_mapped: 'valueTransform has no pair for what the source answers',
  below_min: 'the value is below min of valueTransform',
  above_max: 'the value is above max of valueTransform',
  zero: 'the value is zero, which nonzero of valueTransform refuses',
  division_by_zero: 'valueTransform inverts zero',
  negative: 'the value is negative, which exact mode cannot sign; use tolerance mode',
  out_of_range: 'the value needs more than 256 bits',
  loses_all_digits: 'the value is not zero and would become zero; multiply it in valueTransform, or use tolerance mode with more decimals',
  too_few_sources: 'fewer sources than combine.minSources have numbers that agree',
};

/** A rule of another version is told as its step alone. */
function isKnownRule(rule: string | undefined): rule is SourceRule {
  return rule !== undefined && Object.hasOwn(RULES, rule);
}

/** The texts of a source that a node may repeat the beginning of. */
type AskedTexts = Pick<ApiConfig, 'responseParser' | 'valueTransform'>;

/** Whether the node is of a version without dry runs. */
export function isTooOld({ code }: NodeCallContext): boolean {
  return code === 'not_found';
}

/**
 * One failure in the gateway's own words, without any text that a node has sent. A source that the node may not fetch from looks like
 * one that does not answer, as in a round. So no caller can learn which names resolve to private addresses.
 */
export function nodeTrouble(failure: NodeCallContext, asked: AskedTexts = {}): NodeTrouble {
  const { fault, code } = failure;
  if (isTooOld(failure)) return { code: 'node_too_old', detail: 'the node runs a version without dry runs; rounds ask it all the same' };
  if (code === 'forbidden_source') return sourceTrouble({ sourceRule: 'unreachable' }, asked);
  if (code === 'upstream_failure') return sourceTrouble(failure, asked);
  if (code !== undefined && TOLD.has(code)) return { code, detail: nodeErrors[code].meaning };
  return OWN_FAULTS[fault] ?? { code: 'node_refused', detail: 'the node refused the dry run' };
}

const OWN_FAULTS: { readonly [Fault in NodeCallContext['fault']]?: NodeTrouble } = {
  unreachable: { code: 'node_unreachable', detail: 'the node could not be reached' },
  timeout: { code: 'node_timeout', detail: 'the node did not answer in time' },
  overloaded: { code: 'overloaded', detail: 'too many dry runs of this gateway wait for the node' },
  bad_answer: { code: 'node_bad_answer', detail: 'the node answered something unusable' },
};

/** The step of the source at which a node failed, and what the node says of it. */
type SourceFailure = Omit<NodeCallContext, 'nodeIndex' | 'step' | 'fault'>;

function sourceTrouble(
  { sourceStep = 'fetch', sourceRule, matched, upstreamStatus }: SourceFailure,
  { responseParser, valueTransform }: AskedTexts,
): NodeTrouble {
  // A node is not trusted to repeat the caller's own text only.
  const text = sourceStep === 'transform' ? valueTransform : responseParser;
  const own = matched !== undefined && text?.startsWith(matched) === true ? matched : undefined;
  return {
    code: 'upstream_failure',
    detail: isKnownRule(sourceRule) ? RULES[sourceRule] : stepFailed(sourceStep, upstreamStatus),
    step: sourceStep,
    ...(isKnownRule(sourceRule) ? { rule: sourceRule } : {}),
    ...(own === undefined ? {} : { matched: own }),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
  };
}

function stepFailed(step: SourceStep, status: number | undefined): string {
  if (step !== 'fetch') return `the answer of the source fails at the step ${step}`;
  if (status === PAYMENT_REQUIRED) return 'the source asks for payment; pay-per-request rounds can pay it';
  return status === undefined ? 'the source gave no usable answer' : `the source answered with status ${status}`;
}
