import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import type { NodeErrorCode } from '@oracle-gateway/node-api';
import { sourceMember, type Subject } from '@oracle-gateway/protocol/internal';
import type { SourceRefusal } from './path-policy.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { differingValues, failureSentence, type NodeWords, type SourceFailure, toldByMost } from '../../errors/source-failure.js';
import { isTooLargeHere, type NodeCallContext, type NodeFault } from '../nodes/node-call-error.js';

type RoundFailureCode = Extract<
  ErrorCode,
  | 'envelope_undecryptable'
  | 'secrets_refused'
  | 'upstream_failure'
  | 'no_quorum_value'
  | 'node_share_used'
  | 'node_failure'
  | 'node_timeout'
  | 'signing_failed'
>;

/** A source of a list without a value. */
export interface LackingSource {
  readonly place: number;
  /** Words of nodes on it; empty where they observed different values. */
  readonly told: readonly NodeWords[];
}

export interface ObserveTally {
  readonly subject: Subject;
  /** The gateway brought a credential of its own. */
  readonly isSponsored: boolean;
  readonly quorum: number;
  readonly asked: number;
  readonly arrived: number;
  /** Number of arrived observations from nodes that cannot sign any more. */
  readonly unfit: number;
  /** Asked nodes that had neither answered nor failed when a quorum became impossible. */
  readonly outstanding: number;
  readonly failures: readonly NodeCallContext[];
  /** The kind of answers that need a quorum: `equal values`. */
  readonly kind: string;
  readonly lacking: readonly LackingSource[];
  /** The 402 for a source that asks the caller for payment, on a path that can pay a source. */
  readonly refuseForSource?: RefuseForSource | undefined;
}

export type RefuseForSource = (refusal: SourceRefusal) => GatewayError;

const PAYMENT_REQUIRED = 402;

/** Faults of nodes that a source or its caller can cause. A node that cannot be reached, or has no room, shows no such fault. */
const CAUSED_BY_TENANT: ReadonlySet<NodeFault> = new Set(['upstream', 'sealed', 'timeout', 'bad_answer']);
/** Refusals of the same kind: a used share, an answer of the source that the node did not foresee. */
const REFUSALS_CAUSED_BY_TENANT: ReadonlySet<NodeErrorCode | undefined> = new Set(['share_used', 'internal']);

/**
 * Says why no value was fixed, with the step that failed (docs/errors.md). Never repeats what a source answered, but for what it asks to be
 * paid, to a caller who can pay it.
 */
export function observeFailure(tally: ObserveTally): GatewayError {
  const { quorum, asked, arrived, unfit, outstanding, failures, kind, refuseForSource } = tally;
  const lacking = tally.lacking.map((source) => lackingSource(source, tally));
  const counted = [
    `${arrived} of ${asked} nodes observed a value, ${quorum} ${kind} are needed`,
    ...lacking.map(({ sentence }) => sentence),
  ].join('; ');
  const differing = (): GatewayError =>
    failure('no_quorum_value', `observe: ${counted}`, {
      failure: lacking.find((source) => source.failure !== null)?.failure ?? differingValues(tally.subject),
    });
  const isCharged = failures.filter(isCausedByTenant).length > asked - quorum;
  if (arrived - unfit >= quorum) return differing();
  const refusal = sourceRefusal(failures);
  if (refusal !== null && refuseForSource !== undefined) return refuseForSource(refusal);
  // Not for want of nodes, and not too late: what has arrived differs too much already.
  if (arrived - unfit + outstanding >= quorum) return differing();
  const upstream = failures.filter(({ fault }) => fault === 'upstream');
  const timeouts = failures.filter(({ fault }) => fault === 'timeout');
  const sealed = failures.filter(({ fault }) => fault === 'sealed');
  const shared = failures.filter(({ code }) => code === 'share_used');
  const tooLarge = failures.filter(isTooLargeHere);
  const others = failures.length - upstream.length - timeouts.length - sealed.length - shared.length - tooLarge.length + unfit;
  if (shared.length > 0 && shared.length >= Math.max(upstream.length, timeouts.length, sealed.length, others))
    return failure('node_share_used', `observe: ${counted}`, { isCharged });
  if (tooLarge.length > 0 && tooLarge.length >= Math.max(upstream.length, timeouts.length, sealed.length, others))
    return failureOfSource('node_failure', tooLarge, { counted, tally });
  if (sealed.length > 0 && sealed.length >= Math.max(upstream.length, timeouts.length, others)) return sealedFailure(sealed, counted);
  if (upstream.length > 0 && upstream.length >= Math.max(timeouts.length, others))
    return failureOfSource('upstream_failure', upstream, { counted, tally });
  return failure(timeouts.length >= others ? 'node_timeout' : 'node_failure', `observe: ${counted}`, { isCharged });
}

/** A failure that the nodes tell in words of the source. */
function failureOfSource(
  code: Extract<RoundFailureCode, 'upstream_failure' | 'node_failure'>,
  failures: readonly NodeCallContext[],
  { counted, tally }: { readonly counted: string; readonly tally: ObserveTally },
): GatewayError {
  const told = toldByMost(failures.map(wordsOf), tally);
  const sentence = told === null ? 'the nodes give different reasons' : failureSentence(told);
  return failure(code, `${sentence}; ${counted}`, { failure: told });
}

/** The words of a node on the source, as its refusal has them. */
export function wordsOf({ code, sourceStep, sourceRule, matched, upstreamStatus, place }: NodeCallContext): NodeWords {
  return {
    ...(code === undefined ? {} : { code }),
    ...(sourceStep === undefined ? {} : { step: sourceStep }),
    ...(sourceRule === undefined ? {} : { rule: sourceRule }),
    ...(matched === undefined ? {} : { matched }),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
    ...(place === undefined ? {} : { place }),
  };
}

/** Codes by which a node says that the source failed; any other says that it was not asked. */
function isOfSource(code: NodeErrorCode): boolean {
  return code === 'upstream_failure' || code === 'forbidden_source';
}

/** A source of a list without a value: its failure where most of the nodes tell the same, and a sentence. */
function lackingSource(
  { place, told }: LackingSource,
  tally: ObserveTally,
): { readonly sentence: string; readonly failure: SourceFailure | null } {
  const member = sourceMember(tally.subject, place);
  if (told.length === 0) return { sentence: `${member}: the nodes observed different values`, failure: null };
  const refusals = told.flatMap(({ code }) => (code === undefined || isOfSource(code) ? [] : [code]));
  if (refusals.length * 2 > told.length) return { sentence: `${member}: ${[...new Set(refusals)].join(', ')}`, failure: null };
  const ofSource = told.filter(({ code }) => code === undefined || isOfSource(code));
  const failed = toldByMost(
    ofSource.map((words) => ({ ...words, place })),
    tally,
  );
  return { sentence: failed === null ? `${member}: the nodes give different reasons` : failureSentence(failed), failure: failed };
}

/**
 * A round that more nodes failed in such a way than the buffer holds is charged to its tenant, whatever its code: with a source of its own
 * the tenant chooses the code. Where nodes hang on their own, their callers pay for it too, by a failed use of their share for a minute.
 */
function isCausedByTenant({ fault, code, isProven }: NodeCallContext): boolean {
  return isProven !== true && (CAUSED_BY_TENANT.has(fault) || REFUSALS_CAUSED_BY_TENANT.has(code));
}

/** The terms that most of the nodes that met a 402 tell: one node alone does not choose whom the caller is asked to pay. */
function sourceRefusal(failures: readonly NodeCallContext[]): SourceRefusal | null {
  const told = failures
    .filter(({ fault, upstreamStatus }) => fault === 'upstream' && upstreamStatus === PAYMENT_REQUIRED)
    .map(({ sourceTerms }) => sourceTerms ?? `${PAYMENT_REQUIRED}, terms unreadable`);
  const timesOf = (terms: string): number => told.filter((other) => other === terms).length;
  const [terms] = told.toSorted((a, b) => timesOf(b) - timesOf(a));
  return terms === undefined ? null : { status: PAYMENT_REQUIRED, terms };
}

/** Names the nodes, and what they had against the secrets: only the caller can mend it. */
function sealedFailure(sealed: readonly NodeCallContext[], counted: string): GatewayError {
  const undecryptable = sealed.filter(({ code }) => code === 'envelope_undecryptable');
  if (undecryptable.length === sealed.length) {
    const nodes = sealed.map(({ nodeIndex }) => nodeIndex).join(', ');
    return failure('envelope_undecryptable', `seal again for the keys of GET /v1/nodes (nodes ${nodes}); observe: ${counted}`);
  }
  const codes = [...new Set(sealed.map(({ code }) => code))].join(', ');
  return failure('secrets_refused', `${codes}; observe: ${counted}`);
}

/** Says why no signature came about. */
export function signFailure(reason: 'no_spare' | 'attempts_used', faults: readonly NodeCallContext[]): GatewayError {
  const named = faults.map(({ nodeIndex, fault }) => `node ${nodeIndex} ${fault}`).join(', ');
  return failure(
    'signing_failed',
    `sign: ${reason === 'no_spare' ? 'no spare node with a fitting observation was left' : 'both attempts failed'} (${named})`,
    { isCharged: new Set(faults.map(({ nodeIndex }) => nodeIndex)).size > 1 && faults.every(isCausedByTenant) },
  );
}

function failure(
  code: RoundFailureCode,
  detail: string,
  { isCharged = false, failure: source = null }: { readonly isCharged?: boolean; readonly failure?: SourceFailure | null } = {},
): GatewayError {
  return new GatewayError(code, {
    detail,
    ...(source === null ? {} : { failure: source }),
    ...(isCharged ? { isChargedToTenant: true } : {}),
  });
}
