import { errorPath } from '@oracle-gateway/gateway-api/internal';
import { AccountDecodeError } from '@oracle-gateway/protocol/accounts';
import { LedgerUnavailableError, ProtocolNotInitialisedError } from '@oracle-gateway/ledger';
import { GatewayError } from '../errors/gateway-error.js';
import { failureMembers } from '../errors/source-failure.js';

const UNAUTHORIZED = 401;

export interface ErrorAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Every error as one of the table's. An unknown error becomes `internal`, with the cause kept for the log only. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const isLedgerFault =
    error instanceof LedgerUnavailableError || error instanceof ProtocolNotInitialisedError || error instanceof AccountDecodeError;
  return new GatewayError(isLedgerFault ? 'ledger_unavailable' : 'internal', { cause: error });
}

/**
 * Status, body and headers of a refusal (docs/errors.md). The party that asked hears all of a failure.
 *
 * @param deps `publicOrigin`: the origin that callers know; without it the page about the code is told by its path
 */
export function errorAnswer(error: GatewayError, { publicOrigin = '' }: { readonly publicOrigin?: string | undefined } = {}): ErrorAnswer {
  const { status, retryAfterSeconds, scope, authorization } = error.rule;
  const { isGivenBack } = error.details;
  const members = {
    ...(scope === undefined ? {} : { scope }),
    ...(isGivenBack === true ? { authorization } : {}),
    ...failureMembers(error.details.failure, 'requester'),
    ...error.details.members,
    docUrl: publicOrigin + errorPath(error.code),
  };
  const roundId = error.details.members?.['roundId'];
  return {
    status,
    body: { error: error.message, code: error.code, ...members },
    headers: {
      // RFC 9110, 15.5.2: a 401 names a scheme.
      ...(status === UNAUTHORIZED ? { 'WWW-Authenticate': 'Bearer realm="oracle-gateway"' } : {}),
      ...error.details.headers,
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      ...(typeof roundId === 'string' ? { 'X-Round-Id': roundId } : {}),
      // The rest of a body that was refused unread must not be taken for the next request.
      ...(error.code === 'body_too_large' ? { Connection: 'close' } : {}),
    },
  };
}
