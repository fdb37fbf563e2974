import { GatewayError, TransportError } from '../base/errors.js';
import { integerOf } from '../base/json.js';

/** What to do after a call that did not serve. */
export type NextStep =
  /** The error is the answer. */
  | { readonly kind: 'give-up' }
  /** The same request again. */
  | { readonly kind: 'same'; readonly waitMs: number | undefined }
  /** The same request with the registry version that the gateway names. */
  | { readonly kind: 'version'; readonly registryVersion: number }
  /** The clocks differ. */
  | { readonly kind: 'clock'; readonly gatewayMs: number | undefined }
  /** The second is taken by another round: another second, at once. */
  | { readonly kind: 'taken' }
  /** The identity is used up and nothing is charged: another second. */
  | { readonly kind: 'fresh'; readonly waitMs: number | undefined }
  /** The request never left: the same one again, for a short while. */
  | { readonly kind: 'unsent' }
  /** It is not known what became of the request. */
  | { readonly kind: 'look-up' };

/** Refusals that the same caller would hear again, although their status says otherwise. */
const FINAL_CODES: ReadonlySet<string> = new Set(['secrets_refused', 'envelope_undecryptable']);

/** What the gateway's table of errors says of a failed call (docs/errors.md). */
export function nextStep(error: unknown): NextStep {
  if (error instanceof TransportError) {
    if (error.peer !== 'gateway') return { kind: 'give-up' };
    return error.sent === 'nothing' ? { kind: 'unsent' } : { kind: 'look-up' };
  }
  if (!(error instanceof GatewayError)) return { kind: 'give-up' };
  switch (error.code) {
    case 'stale_registry_version': {
      const registryVersion = integerOf(error.body['registryVersion']);
      return registryVersion === undefined ? { kind: 'give-up' } : { kind: 'version', registryVersion };
    }
    case 'timestamp_out_of_range':
      return { kind: 'clock', gatewayMs: gatewayMsIn(error) };
    case 'duplicate_round':
      return { kind: 'taken' };
    default:
      return stepOfFate(error);
  }
}

function stepOfFate({ authorization, code, status, retryAfterMs: waitMs }: GatewayError): NextStep {
  const isPassing = status === 503 || status === 429 || status === 408;
  switch (authorization) {
    case 'unused':
      return isPassing || code === 'duplicate_tick' ? { kind: 'same', waitMs } : { kind: 'give-up' };
    case 'spent':
      return isPassing && !FINAL_CODES.has(code) ? { kind: 'fresh', waitMs } : { kind: 'give-up' };
    case 'settled':
    case 'unknown':
      return { kind: 'look-up' };
  }
}

/** The refusal has the gateway's clock as a text for people: a reader that does not find it does without. */
function gatewayMsIn(error: GatewayError): number | undefined {
  const seconds = /\bit is (\d{1,12}) here\b/.exec(error.message)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
