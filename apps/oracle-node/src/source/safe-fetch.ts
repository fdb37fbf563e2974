import {
  ContractError,
  requireBodyPlace,
  sourcePaymentHeader,
  type AllowedSources,
  type SourcePayment,
  type SourceRule,
} from '@oracle-gateway/node-api';
import { linkAbort } from '@oracle-gateway/process';
import { type ApiConfig, fetchUrl, type HttpMethod } from '@oracle-gateway/protocol';
import {
  OBSERVE_DEADLINE_MS,
  PAID_OBSERVE_DEADLINE_MS,
  PAID_SOURCE_DEADLINE_MS,
  SOURCE_DEADLINE_MS,
  sourceBytes,
} from '@oracle-gateway/protocol/internal';
import { Agent, errors } from 'undici';
import { type Asker, requesterTenant } from '../sharing/asker.js';
import type { StartWork } from '../sharing/work-time.js';
import { NodeError, SourceError } from '../errors/node-error.js';
import { connectedOrigin, createPublicConnector } from './connector.js';
import { contentEncodingOf, decodeContent } from './content-coding.js';
import { createFetchBudget, type FetchBudget, fetchLimits } from './fetch-budget.js';
import { createFixtureUpstreams, type SourceFixtures } from './fixtures.js';
import { createKeptConnections } from './kept-connections.js';
import { createMeteredConnections } from './metered-connections.js';
import { createDnsResolver, systemResolver, type ResolveName } from './public-lookup.js';
import { readSourceReceipt, type SourceReceipt } from './source-receipt.js';
import { requestSource, type SourceAnswer, type SourceRequest } from './source-request.js';
import { maxTermsBody, readTerms } from './source-terms.js';

/**
 * Limits of a fetch. `timeoutMs` covers one whole fetch, redirects and name resolution included, and begins with it. `paidTimeoutMs` is the
 * same for a fetch with a payment, which the source settles meanwhile.
 */
export const SOURCE_LIMITS = {
  timeoutMs: SOURCE_DEADLINE_MS,
  paidTimeoutMs: PAID_SOURCE_DEADLINE_MS,
  maxRedirects: 3,
  maxHeaderBytes: 16 * 1024,
} as const;

/** Time that a node needs for an observation besides its fetch, out of a gateway's deadline. */
const BESIDE_FETCH_MS = 1_000;

const PAYMENT_REQUIRED = 402;
/** The greatest status of HTTP (RFC 9110 §15). A parser gives any three digits. */
const MAX_STATUS = 599;
/** A range of the content, and a difference to an earlier answer (RFC 3229). A proxy's changed content (203) is whole. */
const PARTS: readonly number[] = [206, 226];
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const REDIRECTS_WITH_BODY: readonly number[] = [307, 308];

const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'oracle-node' };

/** Idle connections of a node, at most. */
export const MAX_KEPT_CONNECTIONS = 1_024;
/** Milliseconds for which an idle connection is kept: by default, and at most, whatever `Keep-Alive` of its source says. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 10_000;

export interface SafeFetchDeps {
  readonly allowed: AllowedSources;
  readonly fixtures?: SourceFixtures;
  readonly timeoutMs?: number;
  readonly paidTimeoutMs?: number;
  readonly startWork: StartWork;
  readonly resolve?: ResolveName;
  readonly maxKeptConnections?: number;
  readonly keepAliveMaxMs?: number;
}

export interface FetchTimeouts {
  /** One whole fetch, from its begin. */
  readonly timeoutMs: number;
  /** A whole fetch with a payment, which the source settles meanwhile. */
  readonly paidTimeoutMs: number;
}

/** Milliseconds that a fetch may take, and that the gateway's deadline leaves for waiting and fetching. */
export function fetchTime(
  { payment, waitedMs = 0 }: Pick<FetchParticulars, 'payment' | 'waitedMs'>,
  { timeoutMs, paidTimeoutMs }: FetchTimeouts,
): { readonly mostMs: number; readonly leftMs: number } {
  const [mostMs, givenMs] = payment === undefined ? [timeoutMs, OBSERVE_DEADLINE_MS] : [paidTimeoutMs, PAID_OBSERVE_DEADLINE_MS];
  return { mostMs, leftMs: Math.max(givenMs - BESIDE_FETCH_MS, mostMs) - waitedMs };
}

/** Asker and particulars of one fetch. */
export interface FetchParticulars {
  readonly by: Asker;
  readonly signal: AbortSignal;
  /** Milliseconds of the gateway's deadline that are over. Default: 0. */
  readonly waitedMs?: number;
  /** Whether other sources are fetched for the same request. */
  readonly isOneOfSeveral?: boolean;
  /** Largest age of an answer by its header `Age`; undefined in exact mode. */
  readonly maxAgeMs?: number | undefined;
  /** Sent with the one request of this fetch. */
  readonly payment?: SourcePayment | undefined;
  /** Secrets in the headers of the configuration, which no answer may repeat. */
  readonly secrets: readonly string[];
  /** Called with the receipt that the source gives for its payment, whatever its answer is. */
  readonly noteReceipt?: (receipt: SourceReceipt) => void;
  /** Called with milliseconds of the thread that the answer takes; false: the requester has no time left, and the fetch ends. */
  readonly charge: (ms: number) => boolean;
  /** A thread has less time for a dry run than for rounds. */
  readonly isDryRun?: true;
}

/**
 * Resolves to the body, 1 byte to as many as the source may send, of a source that answered 2xx. Throws NodeError `forbidden_source`, or SourceError of step `fetch`.
 */
export type FetchSource = (
  config: Pick<ApiConfig, 'url' | 'method' | 'headers' | 'body' | 'maxBytes'>,
  asked: FetchParticulars,
) => Promise<Uint8Array>;

export interface SafeFetch {
  readonly fetchSource: FetchSource;
  /** Ends every connection; fetches under way fail. */
  close(): Promise<void>;
}

/**
 * The only way from a node to a source. The connector allows public addresses only, at every hop. There are no cookies, no proxy and no
 * credentials of the node; size, time and redirects are limited. A fetch with a payment is one request and follows no redirect.
 */
export function createSafeFetch(deps: SafeFetchDeps): SafeFetch {
  const timeoutMs = deps.timeoutMs ?? SOURCE_LIMITS.timeoutMs;
  const paidTimeoutMs = deps.paidTimeoutMs ?? SOURCE_LIMITS.paidTimeoutMs;
  const keepAliveMaxMs = deps.keepAliveMaxMs ?? KEEP_ALIVE_MAX_MS;
  const connectPublic = createPublicConnector({
    allowed: deps.allowed,
    connectTimeoutMs: timeoutMs,
    resolve: deps.resolve ?? createDnsResolver(),
    resolveAllowed: systemResolver,
    onConnected: (socket, carrier) => metered.add(socket, carrier),
  });
  const metered = createMeteredConnections({ startWork: deps.startWork });
  const kept = createKeptConnections({ max: deps.maxKeptConnections ?? MAX_KEPT_CONNECTIONS });
  const connections = new Agent({
    connect: (options, callback) => {
      connectPublic(options, (...result) => {
        const [error, socket] = result;
        // Where there is an error, undici leaves the socket out.
        if (error === null) kept.add(targetOf(connectedOrigin(options)).origin, socket);
        callback(...result);
      });
    },
    maxHeaderSize: SOURCE_LIMITS.maxHeaderBytes,
    // The timer of the fetch ends it first.
    headersTimeout: Math.max(timeoutMs, paidTimeoutMs),
    bodyTimeout: Math.max(timeoutMs, paidTimeoutMs),
    keepAliveTimeout: Math.min(KEEP_ALIVE_MS, keepAliveMaxMs),
    keepAliveMaxTimeout: keepAliveMaxMs,
  });
  const upstreams = createFixtureUpstreams(deps.fixtures ?? {}, Math.max(timeoutMs, paidTimeoutMs));
  const dispatcher = connections.compose(upstreams.intercept);

  const follow = async (
    config: Parameters<FetchSource>[0],
    { payment, secrets, maxAgeMs, noteReceipt }: Pick<FetchParticulars, 'payment' | 'secrets' | 'maxAgeMs' | 'noteReceipt'>,
    { signal, budget, onStart }: Pick<SourceRequest, 'signal' | 'onStart'> & { readonly budget: FetchBudget },
  ): Promise<Uint8Array> => {
    const headers = requestHeaders(payment === undefined ? config.headers : { ...config.headers, ...paymentHeader(payment) });
    const maxBytes = sourceBytes(config);
    let { method } = config;
    let target = targetOf(fetchUrl(config));
    for (let redirects = 0; ; redirects += 1) {
      const options = { origin: target.origin, path: pathOf(target), method, headers, body: config.body ?? null };
      const response = await requestSource(dispatcher, {
        options,
        maxBytes: (answer) => maxBodyOf(answer, maxBytes),
        signal,
        budget,
        onStart,
      });
      const receipt = payment === undefined ? null : readSourceReceipt(response.headers);
      if (receipt !== null) noteReceipt?.(receipt);
      const location = redirectLocation(response);
      if (location === null) {
        return await readAnswer(response, { secrets: payment === undefined ? secrets : [...secrets, payment.payment], maxAgeMs, maxBytes });
      }
      if (payment !== undefined) {
        throw broken('redirected', 'the source redirected a payment', response.status);
      }
      if (redirects === SOURCE_LIMITS.maxRedirects) {
        throw broken('too_many_redirects', `the source redirected more than ${SOURCE_LIMITS.maxRedirects} times`, response.status);
      }
      if (config.body !== undefined && !REDIRECTS_WITH_BODY.includes(response.status)) {
        throw broken('redirected', 'the source redirected in a way that repeats no body', response.status);
      }
      target = redirectTarget(target, location, response.status);
      method = redirectedMethod(method, response.status);
    }
  };

  const fetchSource: FetchSource = async (config, asked) => {
    requirePlace(config, deps.allowed);
    const { mostMs, leftMs } = fetchTime(asked, { timeoutMs, paidTimeoutMs });
    const ends = linkAbort(asked.signal);
    const timer = setTimeout(() => ends.abort(), Math.min(mostMs, leftMs));
    const { signal } = ends;
    const budget = createFetchBudget(fetchLimits(sourceBytes(config)), {
      charge: asked.charge,
      end: (fault) => ends.abort(fault),
    });
    signal.addEventListener('abort', () => metered.cut(budget), { once: true });
    let isAsked = false;
    const onStart = (): void => {
      isAsked = true;
      metered.starts(budget);
    };
    const end = kept.begin(sourceOrigin(config), requesterTenant(asked.by).name);
    try {
      return await follow(config, asked, { signal, budget, onStart });
    } catch (error) {
      throw fetchError(error, { left: asked.signal, ended: signal, isAsked });
    } finally {
      end();
      budget.close();
      clearTimeout(timer);
      ends.release();
    }
  };
  return {
    fetchSource,
    close: async () => {
      await Promise.all([connections.destroy(), upstreams.close()]);
      metered.close();
    },
  };
}

/** Throws NodeError `forbidden_source`. */
function requirePlace(config: Parameters<FetchSource>[0], allowed: AllowedSources): void {
  try {
    requireBodyPlace(config, allowed);
  } catch (error) {
    throw error instanceof ContractError ? new NodeError('forbidden_source') : error;
  }
}

/** The largest body to read; null for an answer that is judged by its status and headers. */
function maxBodyOf(answer: Pick<SourceAnswer, 'status' | 'headers'>, maxBytes: number): number | null {
  if (answer.status === PAYMENT_REQUIRED) return maxTermsBody(answer);
  return isSuccess(answer) && !PARTS.includes(answer.status) ? maxBytes : null;
}

function isSuccess({ status }: Pick<SourceAnswer, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** Throws SourceError. */
export function sourceOrigin(config: Pick<ApiConfig, 'url'>): string {
  return targetOf(fetchUrl(config)).origin;
}

/** Throws SourceError. */
function targetOf(url: string): URL {
  if (!URL.canParse(url)) {
    throw new SourceError('fetch', 'apiConfig.url: must have a valid host');
  }
  return new URL(url);
}

/** Path and query. `search` leaves out an empty query, but the requested URL must be the hashed one. */
function pathOf({ href, pathname, search }: URL): string {
  return pathname + (href.endsWith('?') ? '?' : search);
}

function paymentHeader(payment: SourcePayment): Record<string, string> {
  const { name, value } = sourcePaymentHeader(payment);
  return { [name]: value };
}

/** Headers of the caller replace the defaults, which are the same at every node. */
function requestHeaders(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  if (headers === undefined) return DEFAULT_HEADERS;
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const missing = Object.entries(DEFAULT_HEADERS).filter(([name]) => !given.has(name));
  return { ...Object.fromEntries(missing), ...headers };
}

interface EndedFetch {
  /** The request of the gateway. */
  readonly left: AbortSignal;
  readonly ended: AbortSignal;
  /** Whether a request was written to a connection, which only public and allow-listed places get. */
  readonly isAsked: boolean;
}

function fetchError(error: unknown, { left, ended, isAsked }: EndedFetch): Error {
  if (left.aborted) {
    return left.reason instanceof SourceError ? left.reason : SourceError.ofEndedSession();
  }
  // An answer that is cut off because it took too much is not told as cut off.
  const told: unknown = ended.reason instanceof NodeError ? ended.reason : error;
  const isCutOff = told instanceof SourceError && told.broken?.rule === 'cut_off';
  if (told instanceof NodeError && !(isCutOff && ended.aborted)) {
    return told;
  }
  if (ended.aborted) return isAsked ? SourceError.ofTimeOut() : broken('unreachable', 'the source did not answer in time');
  // Text and cause of the HTTP library stay here: they may quote what was sent.
  return broken(isAsked ? unansweredRule(error) : 'unreachable', 'the source could not be reached');
}

/** Why a request that was written has no answer. Another rule than `cut_off` is a fault of the answer's form. */
function unansweredRule(error: unknown): SourceRule {
  if (error instanceof errors.HeadersOverflowError) return 'too_large';
  return error instanceof errors.HTTPParserError ? 'not_http' : 'cut_off';
}

function broken(rule: SourceRule, message: string, status?: number): SourceError {
  return new SourceError('fetch', message, status, undefined, { rule });
}

function redirectLocation({ status, headers: { location } }: SourceAnswer): string | null {
  return REDIRECTS.includes(status) && typeof location === 'string' ? location : null;
}

/** A redirect never leaves the origin of the source: another origin would get the caller's credentials. */
function redirectTarget(from: URL, location: string, status: number): URL {
  if (!URL.canParse(location, from.href) || new URL(location, from).origin !== from.origin) {
    throw broken('redirected', 'the source redirected to another origin', status);
  }
  return new URL(location, from);
}

/** Method after a redirect of a request without a body, as in the Fetch standard. */
function redirectedMethod(method: HttpMethod, status: number): HttpMethod {
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
  return becomesGet ? 'GET' : method;
}

async function readAnswer(
  answer: SourceAnswer,
  { secrets, maxAgeMs = Infinity, maxBytes }: Pick<FetchParticulars, 'secrets' | 'maxAgeMs'> & { readonly maxBytes: number },
): Promise<Uint8Array> {
  const { status, headers } = answer;
  if (status > MAX_STATUS) {
    throw broken('not_http', 'the source answered with a status that HTTP does not have');
  }
  if (status === PAYMENT_REQUIRED) {
    throw new SourceError('fetch', 'the source is paywalled', status, await readTerms(answer, secrets));
  }
  if (!isSuccess(answer)) {
    throw new SourceError('fetch', `the source answered ${status}`, status);
  }
  if (PARTS.includes(status)) {
    throw broken('part_of_a_body', 'the source sent a part of a body', status);
  }
  if (ageSeconds(headers) * 1_000 > maxAgeMs) {
    throw broken('too_old', 'the answer of the source is older than maxAgeMs', status);
  }
  const body = await readBody(answer, maxBytes);
  if (body.length === 0) {
    throw broken('empty', 'the source sent an empty body', status);
  }
  if (!hasDeclaredEnd(headers)) {
    throw broken('no_declared_end', 'the source sent a body without a declared end', status);
  }
  return body;
}

/** Seconds that caches had the answer (RFC 9111 §5.1); 0 for an absent or malformed header. */
function ageSeconds({ age }: SourceAnswer['headers']): number {
  return typeof age === 'string' && /^[0-9]{1,15}$/.test(age) ? Number(age) : 0;
}

async function readBody({ status, headers, body }: SourceAnswer, maxBytes: number): Promise<Uint8Array> {
  const limits = { contentEncoding: contentEncodingOf(headers), maxBytes };
  const decoded = body.ok ? await decodeContent(body.bytes, limits) : body;
  if (decoded.ok) return decoded.bytes;
  switch (decoded.why) {
    case 'too_large':
      throw broken('too_large', `the source sent more than ${maxBytes} bytes`, status);
    case 'unknown_coding':
      throw broken('content_coding', 'the source must use no content coding, or one of gzip, deflate and br', status);
    case 'unread':
    case 'cut_off':
    case 'undecodable':
      throw broken('cut_off', 'the body of the source was cut off, or could not be decoded', status);
  }
}

/**
 * Whether the answer declares its end by a length or by chunks; the client refuses a shorter body. A body that ends with its connection may
 * be cut off unnoticed: `64628` of `64628.31`.
 */
function hasDeclaredEnd({ 'content-length': length, 'transfer-encoding': coding }: SourceAnswer['headers']): boolean {
  return coding === undefined ? length !== undefined : typeof coding === 'string' && /(?:^|,)[ \t]*chunked[ \t]*$/i.test(coding);
}
