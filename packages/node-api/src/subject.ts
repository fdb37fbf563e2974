import { ContractError } from '@oracle-gateway/contract';
import { type ApiConfig, ApiConfigError, type Combine, MAX_SOURCES } from '@oracle-gateway/protocol';
import { parseSubject, type Subject } from '@oracle-gateway/protocol/internal';
import { Type } from '@sinclair/typebox';
import { SealedSecretsHex } from './sealed.js';

const Config = Type.Unsafe<ApiConfig>({ type: 'object', title: 'an ApiConfig object' });

/**
 * The members of a request that name its subject: `apiConfig`, or `apiConfigs` with `minValues` (a list) or `combine` (an index).
 * {@link withSubject} judges them. `sealed` has an entry for each source: null for one that holds no `{{secret.<name>}}` placeholder.
 */
export const SUBJECT_MEMBERS = {
  apiConfig: Type.Optional(Config),
  apiConfigs: Type.Optional(
    Type.Unsafe<readonly ApiConfig[]>(Type.Array(Config, { maxItems: MAX_SOURCES, title: `at most ${MAX_SOURCES} sources` })),
  ),
  minValues: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SOURCES, title: `an integer from 1 to ${MAX_SOURCES}` })),
  combine: Type.Optional(Type.Unsafe<Combine>({ type: 'object', title: 'an object' })),
  sealed: Type.Optional(
    Type.Unsafe<readonly (SealedSecretsHex | null)[]>(
      Type.Array(Type.Unsafe({ ...SealedSecretsHex, type: ['object', 'null'], title: 'sealed secrets or null' }), {
        minItems: 1,
        maxItems: MAX_SOURCES,
        title: `1..${MAX_SOURCES} entries`,
      }),
    ),
  ),
};

interface SubjectRequest {
  readonly apiConfig?: ApiConfig;
  readonly apiConfigs?: readonly ApiConfig[];
  readonly minValues?: number;
  readonly combine?: Combine;
  readonly sealed?: readonly (SealedSecretsHex | null)[];
}

/** The request with its subject fully validated (docs/protocol.md#apiconfig). Throws ContractError. */
export function withSubject<Request extends SubjectRequest>(request: Request): Request & { readonly subject: Subject } {
  const subject = subjectOf(request);
  const { sealed } = request;
  if (sealed !== undefined && sealed.length !== subject.sources.length) {
    throw new ContractError('sealed', 'must have an entry for each source');
  }
  return { ...request, subject };
}

function subjectOf(request: SubjectRequest): Subject {
  try {
    return parseSubject(request);
  } catch (error) {
    if (error instanceof ApiConfigError) {
      throw new ContractError(error.field, error.rule);
    }
    throw error;
  }
}
