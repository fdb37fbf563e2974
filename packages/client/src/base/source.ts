import { type Aggregation, type ApiConfig, ApiConfigError, type Combine, MAX_NODES, parseApiConfigOutline } from '@oracle-gateway/protocol';
import { canonicalSource, type Subject, type SubjectInput, parseSubjectWith } from '@oracle-gateway/protocol/internal';
import { ClientUsageError } from './errors.js';
import { memberOf } from './json.js';

/** An HTTP source and the rule that takes one number from its answer, as plain JSON (docs/protocol.md#apiconfig). */
export interface ApiConfigInput {
  /** http or https. Scheme and host are sent in lower case, without the default port, and with a path. */
  readonly url: string;
  /** `GET`, `POST`, `PUT`, `PATCH`, `DELETE` or `OPTIONS`. `HEAD` gives no body, so no round of it has a value. */
  readonly method: string;
  /** Values may hold `{{secret.<name>}}`: see `secrets` of `round`. So may `body`, and `url` in its path and behind `=` in its query. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with `POST`, `PUT` or `PATCH`; the header `Content-Type` says its type. */
  readonly body?: string;
  /** JSONPath of the number, such as `$.data.amount`; the whole answer without it. */
  readonly responseParser?: string;
  /** Steps such as `multiply:100`, joined by `|`. */
  readonly valueTransform?: string;
  /** Bytes of the largest answer, up to 1,048,576. Left out for 262,144: so a source has one id. */
  readonly maxBytes?: number;
  /** Tolerance mode: the nodes sign the median of what they saw. */
  readonly aggregation?: Omit<Aggregation, 'mode' | 'rule' | 'numeric'> & {
    readonly mode: string;
    readonly rule: string;
    readonly numeric: { readonly type: string; readonly decimals: number };
  };
}

/** One value of several sources (docs/protocol.md, Index). It is asked for, verified and read as a source of tolerance mode. */
export interface IndexInput {
  /** 2 to 32, without `aggregation`. Their order does not count. */
  readonly apiConfigs: readonly ApiConfigInput[];
  /** The rule: sources that must agree, their largest deviation, and `maxAgeMs` and `decimals` of the value. */
  readonly combine: Omit<Combine, 'rule'> & { readonly rule: string };
}

/** Anything that has one value. */
export type SourceInput = ApiConfigInput | IndexInput;

/** Several sources whose values are signed together. */
export interface ValuesInput {
  /** 2 to 32. Their order counts. */
  readonly sources: readonly ApiConfigInput[];
  /** Values that must be there; all unless set. */
  readonly minValues?: number | undefined;
}

/** Writes a source in the form in which it is asked for. */
type SourceForm = (source: ApiConfig) => ApiConfig;

/** A source in the text of its caller, which another program may have sent. */
export const asWritten: SourceForm = (source) => source;

/**
 * A source or an index as this client asks for it: its URLs in the form that is fetched, so that a source has one id.
 * @throws ClientUsageError that names the member and the rule
 */
export function sourceIn(input: SourceInput, form: SourceForm = canonicalSource): Subject {
  if (!isIndex(input)) return subjectIn({ apiConfig: input }, form);
  const { apiConfigs, combine } = input;
  if (memberOf(input, 'combine') === undefined)
    throw new ClientUsageError('combine', 'is required of an index; ask for a list by `values`');
  return subjectIn({ apiConfigs, combine }, form);
}

function isIndex(input: SourceInput): input is IndexInput {
  return memberOf(input, 'apiConfigs') !== undefined;
}

/** A list as this client asks for it. @throws ClientUsageError that names the member and the rule */
export function listIn({ sources, minValues }: ValuesInput, form: SourceForm = canonicalSource): Subject {
  return subjectIn({ apiConfigs: sources, minValues }, form);
}

function subjectIn(input: SubjectInput, form: SourceForm): Subject {
  const { apiConfigs = [] } = input;
  if (!Array.isArray(apiConfigs)) throw new ClientUsageError('apiConfigs', 'must be an array of sources');
  try {
    return parseSubjectWith(input, (plain, root) => {
      const source = parseApiConfigOutline(plain, undefined, root);
      if (source.method === 'HEAD')
        throw new ApiConfigError(`${root}.method`, 'must not be HEAD: its answer has no body to take a value from');
      return form(source);
    });
  } catch (error) {
    if (error instanceof ApiConfigError) throw new ClientUsageError(error.field, error.rule, { cause: error });
    throw error;
  }
}

/** @throws ClientUsageError */
export function quorumIn(quorum: number): number {
  if (!Number.isInteger(quorum) || quorum < 1 || quorum > MAX_NODES)
    throw new ClientUsageError('quorum', `must be an integer from 1 to ${MAX_NODES}`);
  return quorum;
}
