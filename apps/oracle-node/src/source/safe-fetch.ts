import type { AllowedSources } from '@oracle-gateway/node-api';
import type { ApiConfig } from '@oracle-gateway/protocol';
import { Agent, type Dispatcher } from 'undici';
import { NodeError, SourceError } from '../errors.js';
import { readBoundedBody } from './bounded-body.js';
import { createPublicConnector } from './connector.js';
import { createDnsResolver, systemResolver, type ResolveName } from './public-lookup.js';

/** Limits of protocol §2; `timeoutMs` is the total of one fetch, redirects and name resolution included. */
export const SOURCE_LIMITS = { maxBodyBytes: 256 * 1024, timeoutMs: 10_000, maxRedirects: 3, maxHeaderBytes: 16 * 1024 } as const;

/** Origins with a connection in use or idle for less than four seconds; callers choose the hosts, so the number is bounded. */
const MAX_ORIGINS = 4_096;
const CONNECTIONS_PER_ORIGIN = 8;

export interface SafeFetchInput {
  readonly allowed: AllowedSources;
  readonly timeoutMs?: number;
  readonly resolve?: ResolveName;
}

/** A body of 1..256 KiB of a source that answered 2xx. Throws NodeError `forbidden_source`, or SourceError of step `fetch`. */
export type FetchSource = (config: Pick<ApiConfig, 'url' | 'method' | 'headers'>) => Promise<Uint8Array>;

export interface SafeFetch {
  readonly fetchSource: FetchSource;
  /** Ends every connection; fetches under way fail. */
  close(): Promise<void>;
}

/**
 * The only door from a node to a source: public addresses only, which the connector sees to for every hop; no cookies,
 * no proxy, no credentials of its own; a limit on size, time and redirects.
 */
export const createSafeFetch = (input: SafeFetchInput): SafeFetch => {
  const timeoutMs = input.timeoutMs ?? SOURCE_LIMITS.timeoutMs;
  const dispatcher = new Agent({
    connect: createPublicConnector({
      allowed: input.allowed,
      connectTimeoutMs: timeoutMs,
      resolve: input.resolve ?? createDnsResolver(),
      resolveAllowed: systemResolver,
    }),
    connections: CONNECTIONS_PER_ORIGIN,
    maxOrigins: MAX_ORIGINS,
    maxHeaderSize: SOURCE_LIMITS.maxHeaderBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  });

  const fetchSource: FetchSource = async (config) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let { url, method }: { url: string; method: string } = config;
    for (let redirects = 0; ; redirects += 1) {
      const response = await send(dispatcher, url, method, config.headers, signal);
      const location = redirectLocation(response);
      if (location === null) {
        return await readAnswer(response);
      }
      discard(response);
      if (redirects === SOURCE_LIMITS.maxRedirects) {
        throw new SourceError('fetch', `the source redirected more than ${SOURCE_LIMITS.maxRedirects} times`, response.statusCode);
      }
      url = redirectTarget(url, location, response.statusCode);
      method = redirectedMethod(method, response.statusCode);
    }
  };
  return { fetchSource, close: () => dispatcher.destroy() };
};

const send = async (
  dispatcher: Dispatcher,
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> => {
  if (!URL.canParse(url)) {
    throw new SourceError('fetch', 'the url of the source has no valid host');
  }
  const { origin, pathname, search } = new URL(url);
  try {
    return await dispatcher.request({ origin, path: pathname + search, method, headers: requestHeaders(headers), signal });
  } catch (error) {
    throw connectionError(error, signal);
  }
};

/** The caller's headers win; without them every node asks alike. */
const requestHeaders = (headers: Readonly<Record<string, string>> | undefined): Record<string, string> => {
  const given = new Set(Object.keys(headers ?? {}).map((name) => name.toLowerCase()));
  const defaults = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'oracle-node' };
  const missing = Object.entries(defaults).filter(([name]) => !given.has(name));
  return { ...Object.fromEntries(missing), ...headers };
};

const connectionError = (error: unknown, signal: AbortSignal): Error => {
  if (error instanceof NodeError) {
    return error;
  }
  return new SourceError('fetch', signal.aborted ? 'the source did not answer in time' : 'the source could not be reached');
};

const redirectLocation = (response: Dispatcher.ResponseData): string | null => {
  const { location } = response.headers;
  return [301, 302, 303, 307, 308].includes(response.statusCode) && typeof location === 'string' ? location : null;
};

/** Another origin could be asked with the caller's credentials, so a redirect never leaves the one that was named. */
const redirectTarget = (from: string, location: string, status: number): string => {
  if (!URL.canParse(location, from) || new URL(location, from).origin !== new URL(from).origin) {
    throw new SourceError('fetch', 'the source redirected to another origin', status);
  }
  return new URL(location, from).href;
};

/** As the Fetch standard has it; no method carries a body. */
const redirectedMethod = (method: string, status: number): string => {
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
  return becomesGet ? 'GET' : method;
};

const readAnswer = async (response: Dispatcher.ResponseData): Promise<Uint8Array> => {
  const status = response.statusCode;
  if (status < 200 || status > 299) {
    discard(response);
    throw new SourceError('fetch', status === 402 ? 'the source is paywalled' : `the source answered ${status}`, status);
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
  return body;
};

/** Destroying the body, not draining it: what a refused answer still sends is not worth receiving. */
const discard = (response: Dispatcher.ResponseData): void => {
  response.body.on('error', () => undefined).destroy();
};
