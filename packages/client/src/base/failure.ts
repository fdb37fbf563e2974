import { integerOf, memberOf, textOf } from './json.js';

/** Everything that a gateway tells of a failed source beside its sentence. No member holds text of the source. */
export interface FailureMembers {
  /** `fetch`, `select`, `transform` or `pack`. */
  readonly step?: string;
  /** The rule that the answer of the source breaks, such as `nothing_selected`. */
  readonly rule?: string;
  /** The beginning of the request's own `responseParser` or `valueTransform` that the answer of the source matches. */
  readonly matched?: string;
  /** The member that holds the source, of several. */
  readonly source?: string;
  /** HTTP status of the source. */
  readonly upstreamStatus?: number;
  /** A sentence that says what to do. */
  readonly hint?: string;
  /** Number of nodes that say so, of all that the source failed. */
  readonly nodes?: { readonly agree: number; readonly failed: number };
}

const CODE = /^[a-z][a-z0-9_]{0,39}$/;
const SOURCE = /^apiConfigs\[\d{1,2}\]$/;
const MAX_MATCHED = 1_024;
const MAX_HINT = 256;

/**
 * Reads them from the body of a refusal, from the record of a round, or from the failure of a node in a dry run. A member of another form is
 * left out.
 */
export function readFailure(told: unknown): FailureMembers {
  const text = (name: string, isGood: (text: string) => boolean): Readonly<Record<string, string>> => {
    const value = textOf(memberOf(told, name));
    return value !== undefined && isGood(value) ? { [name]: value } : {};
  };
  const isCode = (value: string): boolean => CODE.test(value);
  const upstreamStatus = integerOf(memberOf(told, 'upstreamStatus'));
  const [agree, failed] = ['agree', 'failed'].map((name) => integerOf(memberOf(memberOf(told, 'nodes'), name)));
  return {
    ...text('step', isCode),
    ...text('rule', isCode),
    ...text('matched', ({ length }) => length <= MAX_MATCHED),
    ...text('source', (value) => SOURCE.test(value)),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
    ...text('hint', ({ length }) => length <= MAX_HINT),
    ...(agree === undefined || failed === undefined ? {} : { nodes: { agree, failed } }),
  };
}

/** Lines for people, below the sentence of the failure: how far the own text matches, and what to do. */
export function failureLines(told: unknown): readonly string[] {
  const { source, matched, hint } = readFailure(told);
  const lines = [...(matched === undefined ? [] : [`the answer matches up to ${matched}`]), ...(hint === undefined ? [] : [hint])];
  return lines.map((line) => (source === undefined ? line : `${source}: ${line}`));
}
