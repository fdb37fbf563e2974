import { TransportError } from '../base/errors.js';

/** Longest chain of causes: `fetch` wraps the error of the socket once, and that of several addresses twice. */
const MAX_CAUSES = 4;
/** Addresses of one host that are checked. */
const MAX_ADDRESSES = 16;

/** Failures before there was a connection, by the codes of systems and of undici. */
const CONNECTING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name server does not answer',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};
/** A certificate is judged before the first byte of a request. Alerts of TLS may come later, so they are not among these. */
const CERTIFICATE = /^(?:CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$)/;
/** `fetch` refuses ports of other protocols, such as 1 and 25. */
const BAD_PORT = 'bad port';

/** The innermost errors: several where a host has several addresses. */
function innermost(failure: Error, depth = 0): readonly Error[] {
  const inner: readonly unknown[] = failure instanceof AggregateError ? failure.errors.slice(0, MAX_ADDRESSES) : [failure.cause];
  const causes = depth === MAX_CAUSES ? [] : inner.filter((one) => one instanceof Error).flatMap((one) => innermost(one, depth + 1));
  return causes.length === 0 ? [failure] : causes;
}

function memberOf(error: Error, name: 'code' | 'syscall'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** Why there was no connection; undefined where there may have been one. */
function whyNotConnected(error: Error): string | undefined {
  const code = memberOf(error, 'code');
  if (code === undefined) return error.message === BAD_PORT ? 'fetch refuses this port' : undefined;
  if (Object.hasOwn(CONNECTING, code)) return CONNECTING[code];
  if (CERTIFICATE.test(code)) return `its certificate is refused: ${code}`;
  return ['connect', 'getaddrinfo'].includes(memberOf(error, 'syscall') ?? '') ? code : undefined;
}

/** Short cause of a failed connection. A message that may hold a URL is not repeated, for a URL may hold a key. */
function whyBroken(error: Error): string {
  const message = error.message === '' || error.message.includes('://') ? 'the connection failed' : error.message;
  const code = memberOf(error, 'code');
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}

/** A server without what its URL may hold of a key: scheme, host and port. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an unusable URL';
}

/**
 * Tells a request that never left apart from one that may have arrived: only the latter leaves it unknown what became of it.
 *
 * @param input `failure`: what `fetch` threw before it gave an answer
 */
export function transportFailure(input: {
  readonly peer: 'gateway' | 'ledger';
  readonly url: string;
  readonly failure: unknown;
}): TransportError {
  const { peer, url, failure } = input;
  const causes = failure instanceof Error ? innermost(failure) : [];
  const reasons = causes.map(whyNotConnected);
  const [reason] = reasons;
  if (reason !== undefined && reasons.every((one) => one !== undefined)) return notSent({ peer, url, why: reason, cause: failure });
  const why = causes[0] === undefined ? 'the connection failed' : whyBroken(causes[0]);
  return new TransportError(peer, `the ${peer} at ${originOf(url)} gave no answer: ${why}`, { cause: failure });
}

/** The request never left this process. */
export function notSent(input: {
  readonly peer: 'gateway' | 'ledger';
  readonly url: string;
  readonly why: string;
  readonly cause: unknown;
}): TransportError {
  const { peer, url, why, cause } = input;
  return new TransportError(peer, `cannot reach the ${peer} at ${originOf(url)} (${why})`, { cause, sent: 'nothing' });
}
