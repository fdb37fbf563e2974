import {
  type Aggregation,
  type ApiConfig,
  ApiConfigError,
  canonicalSource,
  MAX_NODES,
  parseApiConfigOutline,
} from '@oracle-gateway/protocol';
import { ClientUsageError } from './errors.js';

/** An HTTP source and the rule that takes one number from its answer, as plain JSON (docs/protocol.md, section 1). */
export interface ApiConfigInput {
  /** http or https. Scheme and host are sent in lower case, without the default port, and with a path. */
  readonly url: string;
  /** `GET`, `POST`, `PUT`, `PATCH`, `DELETE` or `OPTIONS`. `HEAD` gives no body, so no round of it has a value. */
  readonly method: string;
  /** Values may hold `{{secret.<name>}}`: see `secrets` of `round`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSONPath of the number, such as `$.data.amount`; the whole answer without it. */
  readonly responseParser?: string;
  /** Steps such as `multiply:100`, joined by `|`. */
  readonly valueTransform?: string;
  /** Tolerance mode: the nodes sign the median of what they saw. */
  readonly aggregation?: Omit<Aggregation, 'mode' | 'rule' | 'numeric'> & {
    readonly mode: string;
    readonly rule: string;
    readonly numeric: { readonly type: string; readonly decimals: number };
  };
}

/** A source as this client asks for it: its URL in the form that is fetched, so that it has one id. @throws ClientUsageError */
export function sourceIn(input: ApiConfigInput): ApiConfig {
  return canonicalSource(sourceAsWritten(input));
}

/** A source in the text of its caller, which another program may have sent. @throws ClientUsageError that names the member and the rule */
export function sourceAsWritten(input: ApiConfigInput): ApiConfig {
  try {
    const source = parseApiConfigOutline(input);
    if (source.method === 'HEAD')
      throw new ClientUsageError('apiConfig.method', 'must not be HEAD: its answer has no body to take a value from');
    return source;
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
