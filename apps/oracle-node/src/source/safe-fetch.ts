import { sourcePaymentHeader, type AllowedSources, type SourcePayment } from '@oracle-gateway/node-api';
import { linkAbort } from '@oracle-gateway/process';
import { type ApiConfig, PAID_SOURCE_DEADLINE_MS, SOURCE_DEADLINE_MS } from '@oracle-gateway/protocol';
import { Agent, type Dispatcher } from 'undici';
import { type Asker, requesterParty } from '../sharing/asker.js';
import { NodeError, SourceError } from '../errors/node-error.js';
import { readBoundedBody } from './bounded-body.js';
import { connectedOrigin, createPublicConnector } from './connector.js';
import { createFetchShares } from './fetch-shares.js';
import { createUpstreams, type SourceFixtures } from './fixtures.js';
import { createKeptConnections } from './kept-connections.js';
import { createDnsResolver, systemResolver, type ResolveName } from './public-lookup.js';
import { readReceipt, type SourceReceipt } from './source-receipt.js';
import { readTerms } from './source-terms.js';

/**
 * Limits of protocol §2. `timeoutMs` covers one whole fetch, redirects and name resolution included. `paidTimeoutMs` is the same for a fetch
 * with a payment, which the source settles meanwhile.
 */
export const SOURCE_LIMITS = {
  maxBodyBytes: 256 * 1024,
  timeoutMs: SOURCE_DEADLINE_MS,
  paidTimeoutMs: PAID_SOURCE_DEADLINE_MS,
  maxRedirects: 3,
  maxHeaderBytes: 16 * 1024,
} as const;

/** Idle connections, at most. */
const MAX_KEPT_CONNECTIONS = 1_024;
/** How long an idle connection is kept: by default, and at most, whatever `Keep-Alive` of its source says. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 10_000;
/** Concurrent fetches of one requester from one origin. Only the places of observations limit connections otherwise: see `limits`. */
const FETCHES_PER_REQUESTER_AND_ORIGIN = 8;

export interface SafeFetchDeps {
  readonly allowed: AllowedSources;
  readonly fixtures?: SourceFixtures;
  readonly timeoutMs?: number;
  readonly paidTimeoutMs?: number;
  readonly resolve?: ResolveName;
  readonly maxKeptConnections?: number;
  readonly keepAliveMaxMs?: number;
}

/** Asker and particulars of one fetch. */
export interface Asked {
  readonly by: Asker;
  readonly signal: AbortSignal;
  /** Sent with the one request of this fetch. */
  readonly payment?: SourcePayment | undefined;
  /** Secrets in the headers of the configuration, which no answer may repeat. */
  readonly secrets: readonly string[];
  /** Called with the receipt that the source gives for its payment, whatever its answer is. */
  readonly noteReceipt?: (receipt: SourceReceipt) => void;
}

/** Resolves to the body, 1 byte to 256 KiB, of a source that answered 2xx. Throws NodeError `forbidden_source`, or SourceError of step `fetch`. */
export type FetchSource = (config: Pick<ApiConfig, 'url' | 'method' | 'headers'>, asked: Asked) => Promise<Uint8Array>;

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
  });
  const kept = createKeptConnections({ max: deps.maxKeptConnections ?? MAX_KEPT_CONNECTIONS });
  const connections = new Agent({
    connect: (options, callback) => {
      connectPublic(options, (...result) => {
        const [, socket] = result;
        if (socket !== null) kept.add(normalOrigin(connectedOrigin(options)), socket);
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
  const upstreams = createUpstreams(deps.fixtures ?? {}, Math.max(timeoutMs, paidTimeoutMs));
  const dispatcher = connections.compose(upstreams.intercept);

  const shares = createFetchShares({ maxPerKey: FETCHES_PER_REQUESTER_AND_ORIGIN });

  const follow = async (
    config: Parameters<FetchSource>[0],
    { payment, secrets, noteReceipt }: Pick<Asked, 'payment' | 'secrets' | 'noteReceipt'>,
    signal: AbortSignal,
  ): Promise<Uint8Array> => {
    let { url, method }: { url: string; method: string } = config;
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(dispatcher, { url, method, headers: { ...config.headers, ...paymentHeaders(payment) } }, signal);
      const receipt = payment === undefined ? null : readReceipt(response.headers);
      if (receipt !== null) noteReceipt?.(receipt);
      const location = redirectLocation(response);
      if (location === null) {
        return await readAnswer(response, payment === undefined ? secrets : [...secrets, payment.payment]);
      }
      discard(response);
      if (payment !== undefined) {
        throw new SourceError('fetch', 'the source redirected a payment', response.statusCode);
      }
      if (redirects === SOURCE_LIMITS.maxRedirects) {
        throw new SourceError('fetch', `the source redirected more than ${SOURCE_LIMITS.maxRedirects} times`, response.statusCode);
      }
      url = redirectTarget(url, location, response.statusCode);
      method = redirectedMethod(method, response.statusCode);
    }
  };

  const fetchSource: FetchSource = async (config, asked) => {
    const ends = linkAbort(asked.signal);
    const timer = setTimeout(() => ends.abort(), asked.payment === undefined ? timeoutMs : paidTimeoutMs);
    const { signal } = ends;
    try {
      const { name } = requesterParty(asked.by);
      const origin = normalOrigin(config.url);
      return await shares.run(`${name} ${origin}`, signal, async () => {
        const end = kept.begin(origin, name);
        try {
          return await follow(config, asked, signal);
        } finally {
          end();
        }
      });
    } catch (error) {
      throw fetchError(error, asked.signal, signal);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    fetchSource,
    close: async () => {
      await Promise.all([connections.destroy(), upstreams.close()]);
    },
  };
}

async function send(
  dispatcher: Dispatcher,
  { url, method, headers }: { readonly url: string; readonly method: string; readonly headers: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const target = new URL(url);
  return await dispatcher.request({ origin: target.origin, path: pathOf(target), method, headers: requestHeaders(headers), signal });
}

/** Throws SourceError. */
function normalOrigin(url: string): string {
  if (!URL.canParse(url)) {
    throw new SourceError('fetch', 'apiConfig.url: must have a valid host');
  }
  return new URL(url).origin;
}

/** Path and query. `search` leaves out an empty query, but the requested URL must be the hashed one. */
function pathOf({ href, pathname, search }: URL): string {
  return pathname + (href.endsWith('?') ? '?' : search);
}

function paymentHeaders(payment: Asked['payment']): Record<string, string> {
  if (payment === undefined) return {};
  const { name, value } = sourcePaymentHeader(payment);
  return { [name]: value };
}

/** Headers of the caller replace the defaults, which are the same at every node. */
function requestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const defaults = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'oracle-node' };
  const missing = Object.entries(defaults).filter(([name]) => !given.has(name));
  return { ...Object.fromEntries(missing), ...headers };
}

function fetchError(error: unknown, left: AbortSignal, ended: AbortSignal): Error {
  if (left.aborted) {
    return new SourceError('fetch', 'the gateway ended the session before the source answered');
  }
  if (error instanceof NodeError) {
    return error;
  }
  return new SourceError('fetch', ended.aborted ? 'the source did not answer in time' : 'the source could not be reached');
}

function redirectLocation(response: Dispatcher.ResponseData): string | null {
  const { location } = response.headers;
  return [301, 302, 303, 307, 308].includes(response.statusCode) && typeof location === 'string' ? location : null;
}

/** A redirect never leaves the origin of the source: another origin would get the caller's credentials. */
function redirectTarget(from: string, location: string, status: number): string {
  if (!URL.canParse(location, from) || new URL(location, from).origin !== new URL(from).origin) {
    throw new SourceError('fetch', 'the source redirected to another origin', status);
  }
  return new URL(location, from).href;
}

/** As in the Fetch standard; no method carries a body. */
function redirectedMethod(method: string, status: number): string {
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
  return becomesGet ? 'GET' : method;
}

async function readAnswer(response: Dispatcher.ResponseData, secrets: readonly string[]): Promise<Uint8Array> {
  const status = response.statusCode;
  if (status === 402) {
    throw new SourceError('fetch', 'the source is paywalled', status, await readTerms(response, secrets));
  }
  if (status < 200 || status > 299) {
    discard(response);
    throw new SourceError('fetch', `the source answered ${status}`, status);
  }
  const encoding = response.headers['content-encoding'];
  const body = await readBoundedBody({
    body: response.body,
    contentEncoding: Array.isArray(encoding) ? encoding.join(',') : encoding,
    maxBytes: SOURCE_LIMITS.maxBodyBytes,
    status,
  });
  if (body.length === 0) {
    throw new SourceError('fetch', 'the source sent an empty body', status);
  }
  if (!hasDeclaredEnd(response)) {
    throw new SourceError('fetch', 'the source sent a body without a declared end', status);
  }
  return body;
}

/**
 * Whether the answer declares its end by a length or by chunks; the client refuses a shorter body. A body that ends with its connection may
 * be cut off unnoticed: `64628` of `64628.31`.
 */
function hasDeclaredEnd({ headers }: Dispatcher.ResponseData): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding === undefined ? length !== undefined : typeof coding === 'string' && /(?:^|,)[ \t]*chunked[ \t]*$/i.test(coding);
}

/** Destroys the body of a refused answer instead of reading it to its end. */
function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => undefined).destroy();
}
