import { type ApiConfig, fetchUrl } from '@oracle-gateway/protocol';
import { readingSteps } from '@oracle-gateway/protocol/internal';
import { CREDENTIAL_PLACEHOLDER } from './credential.js';
import type { Provider, ProviderFlow, ProviderOperation } from './provider.js';

/** Placeholder for the symbol in an operation's path. */
export const SYMBOL_PLACE = ':symbol';

const SYMBOL = /^[A-Za-z0-9._/-]{1,64}$/;

type Place = Pick<ProviderFlow, 'baseUrl' | 'pathPrefix'> & { readonly credential: Pick<ProviderFlow['credential'], 'query'> };
type Path = Pick<ProviderOperation, 'path' | 'body' | 'symbolExample'>;

/** Headers of a source that is sent a body. */
export const BODY_HEADERS = { 'Content-Type': 'application/json' } as const;

/** The members by which a source names an operation. */
type Request = Pick<ApiConfig, 'method' | 'url' | 'body'>;

/** The request of an operation for one symbol, with the placeholder of a credential that goes into the query. */
export function routeRequest(flow: Place, operation: Path, symbol: string): Request {
  const url = urlOf(flow, operation).replace(SYMBOL_PLACE, () => symbol);
  return operation.body === undefined
    ? { url, method: 'GET' }
    : { url, method: 'POST', body: operation.body.replace(SYMBOL_PLACE, () => symbol) };
}

/** The symbol in a request that `parseApiConfig` accepts; null where the request is not of this operation. */
export function symbolOf({ method, url, body }: Request, flow: Place, operation: Path): string | null {
  if (operation.body === undefined) return method === 'GET' ? symbolIn(url, urlOf(flow, operation), operation) : null;
  return method === 'POST' && url === urlOf(flow, operation) && body !== undefined ? symbolIn(body, operation.body, operation) : null;
}

function symbolIn(text: string, pattern: string, operation: Path): string | null {
  const [before = '', after = ''] = pattern.split(SYMBOL_PLACE);
  if (text.length < before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return null;
  const symbol = text.slice(before.length, text.length - after.length);
  return isSymbol(symbol, operation) ? symbol : null;
}

/** A symbol must have as many segments as the operation's example: an additional slash would make another route. */
export function isSymbol(text: string, { symbolExample }: Pick<ProviderOperation, 'symbolExample'>): boolean {
  const segments = text.split('/');
  const areSegments = segments.every((segment) => !['', '.', '..'].includes(segment));
  return SYMBOL.test(text) && areSegments && segments.length === symbolExample.split('/').length;
}

/** The operation of a provider that a source uses. */
export interface ProviderRoute {
  readonly provider: Provider;
  readonly flow: ProviderFlow;
  readonly operation: ProviderOperation;
  readonly symbol: string;
}

/**
 * The operation that a source uses. Method, host, prefix, path, query parameters and body must be those of the operation, without additions.
 * Headers are not compared: see {@link carriesCredential}.
 */
export function routeOf(providers: readonly Provider[], source: Request): ProviderRoute | null {
  const request = { ...source, url: fetchUrl(source) };
  for (const provider of providers) {
    for (const flow of provider.flows) {
      for (const operation of provider.operations) {
        const symbol = symbolOf(request, flow, operation);
        if (symbol !== null) return { provider, flow, operation, symbol };
      }
    }
  }
  return null;
}

/** Whether the placeholder of the credential is at its place, the header of the flow or the end of the query. No other header is there. */
export function carriesCredential(
  { credential }: Pick<ProviderFlow, 'credential'>,
  { url, headers = {} }: Pick<ApiConfig, 'url' | 'headers'>,
): boolean {
  const [header, ...others] = Object.entries(headers);
  if (credential.query !== undefined) return header === undefined && url.endsWith(`${credential.query}=${CREDENTIAL_PLACEHOLDER}`);
  return header?.[0] === credential.header && header?.[1] === CREDENTIAL_PLACEHOLDER && others.length === 0;
}

/** All members that decide what an answer becomes, up to arithmetic and guards, with a symbol in the place of another. */
function readingOf(
  { url: _url, method: _method, headers: _headers, aggregation: _aggregation, responseParser, valueTransform, ...others }: ApiConfig,
  inPlace: (text: string) => string = (text) => text,
): string {
  const path = responseParser === undefined ? null : inPlace(responseParser);
  const members = { ...others, path, steps: inPlace(readingSteps(valueTransform)) };
  return JSON.stringify(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether the source reads an answer as a feed of this flow and operation does: the same path, the same reading and choosing steps, and every
 * further member the same. Arithmetic and guards are free. The gateway's own credential goes to such sources only: otherwise a caller could
 * read it bit by bit from a provider that echoes headers.
 */
export function selectsAsCatalogue({ flow, operation, symbol }: ProviderRoute, source: ApiConfig): boolean {
  const reading = readingOf(source);
  return flow.feeds
    .filter((feed) => feed.operation === operation.id)
    .some((feed) => readingOf(feed.apiConfig, (text) => text.replaceAll(feed.symbol, symbol)) === reading);
}

function urlOf({ baseUrl, pathPrefix = '', credential }: Place, { path }: Path): string {
  const url = baseUrl + pathPrefix + path;
  return credential.query === undefined ? url : `${url}${path.includes('?') ? '&' : '?'}${credential.query}=${CREDENTIAL_PLACEHOLDER}`;
}
