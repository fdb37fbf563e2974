import { type ApiConfig, fetchUrl, readingSteps } from '@oracle-gateway/protocol';
import { CREDENTIAL_PLACEHOLDER } from './credential.js';
import type { Provider, ProviderFlow, ProviderOperation } from './provider.js';

/** Placeholder for the symbol in an operation's path. */
export const SYMBOL_PLACE = ':symbol';

const SYMBOL = /^[A-Za-z0-9._/-]{1,64}$/;

type Place = Pick<ProviderFlow, 'baseUrl' | 'pathPrefix'> & { readonly credential: Pick<ProviderFlow['credential'], 'query'> };
type Path = Pick<ProviderOperation, 'path' | 'symbolExample'>;

/** The URL of an operation for one symbol, with the placeholder of a credential that goes into the query. */
export function routeUrl(flow: Place, operation: Path, symbol: string): string {
  const [before, after] = aroundSymbol(flow, operation);
  return before + symbol + after;
}

/** The symbol in a URL that `parseApiConfig` accepts; null where the URL is not of this operation. */
export function symbolOf(url: string, flow: Place, operation: Path): string | null {
  const [before, after] = aroundSymbol(flow, operation);
  if (url.length < before.length + after.length || !url.startsWith(before) || !url.endsWith(after)) return null;
  const symbol = url.slice(before.length, url.length - after.length);
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
 * The operation that a source uses. Method, host, prefix, path and query parameters must be those of the operation, without additions.
 * Headers are not compared: see {@link carriesCredential}.
 */
export function routeOf(providers: readonly Provider[], source: Pick<ApiConfig, 'method' | 'url'>): ProviderRoute | null {
  if (source.method !== 'GET') return null;
  const url = fetchUrl(source);
  for (const provider of providers) {
    for (const flow of provider.flows) {
      for (const operation of provider.operations) {
        const symbol = symbolOf(url, flow, operation);
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

function aroundSymbol({ baseUrl, pathPrefix = '', credential }: Place, { path }: Path): readonly [before: string, after: string] {
  const [before = '', after = ''] = path.split(SYMBOL_PLACE);
  if (credential.query === undefined) return [baseUrl + pathPrefix + before, after];
  return [baseUrl + pathPrefix + before, `${after}${path.includes('?') ? '&' : '?'}${credential.query}=${CREDENTIAL_PLACEHOLDER}`];
}
