import { GatewayError, TransportError } from '../base/errors.js';
import { integerOf } from '../base/json.js';

/** Kinds of calls that failed, by the gateway's table of errors (docs/errors.md). */
export type FailureKind =
  /** The error is the answer. */
  | 'final'
  /** Nothing was reserved, and the gateway may serve the same request later. */
  | 'busy'
  /** The identity is used up and nothing is charged. The gateway may serve another one. */
  | 'used-up'
  /** The request never left. */
  | 'unsent'
  /** The connection was lost: the request may have been served. */
  | 'lost'
  /** The gateway does not know what became of the request, or this client does not know its code. */
  | 'unknown';

export interface CallFailure {
  readonly kind: FailureKind;
  /** Error code of the gateway. */
  readonly code?: string;
  /** Wait that the gateway asks for. */
  readonly waitMs?: number | undefined;
  readonly roundId?: string | undefined;
  /** The version that the gateway names. */
  readonly registryVersion?: number | undefined;
  /** The gateway's clock, unix milliseconds. */
  readonly gatewayMs?: number | undefined;
}

/** Refusals that the same caller would hear again, although their status says otherwise. */
const FINAL_CODES: ReadonlySet<string> = new Set(['secrets_refused', 'envelope_undecryptable']);

/** An error of another origin than the gateway is `final`. */
export function callFailure(error: unknown): CallFailure {
  if (error instanceof TransportError && error.peer === 'gateway') return { kind: error.sent === 'nothing' ? 'unsent' : 'lost' };
  if (!(error instanceof GatewayError)) return { kind: 'final' };
  const { code, body, retryAfterMs: waitMs, roundId } = error;
  const registryVersion = integerOf(body['registryVersion']);
  return { kind: kindOfFate(error), code, waitMs, roundId, registryVersion, gatewayMs: integerOf(body['gatewayTimeMs']) };
}

function kindOfFate({ authorization, code, status }: GatewayError): FailureKind {
  const isPassing = status === 503 || status === 429 || status === 408;
  switch (authorization) {
    case 'unused':
      return isPassing || code === 'duplicate_tick' ? 'busy' : 'final';
    case 'spent':
      return isPassing && !FINAL_CODES.has(code) ? 'used-up' : 'final';
    case 'settled':
    case 'unknown':
      return 'unknown';
  }
}
