import { createChecker } from '@oracle-gateway/contract';
import { type ApiConfig, ApiConfigError, deriveSourceId, MIN_LIST_MAX_AGE_MS, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import type { Static } from '@sinclair/typebox';
import { CREDENTIAL_PLACEHOLDER } from './credential.js';
import { BrokenRules } from './broken-rules.js';
import { parseIndices } from './parse-indices.js';
import { ProviderError } from './provider-error.js';
import { type Provider, type ProviderFeed, type ProviderFlow, ProviderSchema } from './provider.js';
import { requireDistinct } from './require-distinct.js';
import { BODY_HEADERS, isSymbol, routeRequest, SYMBOL_PLACE } from './route.js';

const MIN_TOLERANCE_SIGNATURES = 3;

type ProviderFile = Static<typeof ProviderSchema>;
type FileFlow = ProviderFile['flows'][number];

/** A provider, or every rule that its file breaks, in the order of the rules. */
export type ProviderCheck = { readonly provider: Provider } | { readonly faults: readonly [ProviderError, ...ProviderError[]] };

const shapeFaults = createChecker(ProviderSchema, { root: 'the file' });

function hasShape(plain: unknown, faults: readonly unknown[]): plain is ProviderFile {
  return faults.length === 0;
}

/**
 * Checks the JSON of a provider's file: the schema, then all rules between members, down to the source id of every feed. The rules between
 * members are for files that fit the schema.
 */
export function checkProvider(plain: unknown): ProviderCheck {
  const shape = shapeFaults(plain).map(({ field, rule }) => new ProviderError(field, rule));
  const faults = new BrokenRules(shape);
  const provider = hasShape(plain, shape) ? providerOf(plain, faults) : undefined;
  const [first, ...others] = faults.found;
  if (first !== undefined) return { faults: [first, ...others] };
  if (provider === undefined) throw new TypeError('a file without faults is a provider');
  return { provider };
}

/**
 * Parses the JSON of a provider's file.
 * @throws ProviderError with the first field that breaks a rule, and the rule: `checkProvider` tells all.
 */
export function parseProvider(plain: unknown): Provider {
  const check = checkProvider(plain);
  if ('provider' in check) return check.provider;
  throw check.faults[0];
}

function providerOf(file: ProviderFile, faults: BrokenRules): Provider | undefined {
  const { operations, aggregation } = file;
  faults.gather(() => requireDistinct(operations, 'operations', ({ id }) => id));
  operations.forEach((operation, position) => {
    const field = `operations[${position}]`;
    faults.gather(() => requireSymbolPlace(operation, field));
    if (operation.body !== undefined && file.flows.some(({ kind, credential }) => kind === 'x402' || credential.mode !== 'none'))
      faults.add(`${field}.body`, 'must be absent where a flow has a credential or a payment');
    faults.gather(() => requireSymbol(operation.symbolExample, operation, `${field}.symbolExample`));
  });
  if (aggregation.mode === 'tolerance' && aggregation.minSignatures < MIN_TOLERANCE_SIGNATURES) {
    faults.add('aggregation.minSignatures', `must be at least ${MIN_TOLERANCE_SIGNATURES} in tolerance mode`);
  }
  if (file.indices === undefined) {
    faults.gather(() => requireSome(operations, 'operations'));
    faults.gather(() => requireSome(file.flows, 'flows'));
  }
  faults.gather(() => requireDistinct(file.flows, 'flows', ({ kind }) => kind, 'kind'));
  const flows = file.flows.map((flow, position): ProviderFlow => {
    const field = `flows[${position}]`;
    faults.gather(() => requireConsistent(flow, field));
    const { query } = flow.credential;
    if (query !== undefined && operations.some(({ path }) => parametersOf(path).includes(query)))
      faults.add(`${field}.credential.query`, 'must be no parameter of an operation');
    faults.gather(() => requireDistinct(flow.feeds, `${field}.feeds`, ({ id }) => id));
    const feeds = flow.feeds.flatMap((feed, index) => parseFeed({ feed, flow, file, field: `${field}.feeds[${index}]` }, faults) ?? []);
    return { ...flow, feeds };
  });
  faults.gather(() => requireSameData(file.flows));
  const { sources, indices, ...described } = file;
  const ofIndices = faults.gather(() => parseIndices({ sources, indices, aggregation, flows: file.flows }, faults));
  return ofIndices === undefined ? undefined : { ...described, flows, ...ofIndices };
}

/** Names of the parameters in the query of a path. */
function parametersOf(path: string): readonly string[] {
  const [, query = ''] = path.split('?');
  return query.split('&').map((parameter) => parameter.split('=')[0] ?? '');
}

function requireConsistent({ kind, baseUrl, credential, x402 }: FileFlow, field: string): void {
  if ((kind === 'x402') !== (x402 !== undefined)) throw new ProviderError(`${field}.x402`, 'must be set exactly for kind x402');
  const places = [credential.header, credential.query].filter((place) => place !== undefined).length;
  if (places !== (credential.mode === 'caller' ? 1 : 0)) {
    throw new ProviderError(`${field}.credential`, 'must have header or query for mode caller, and neither for mode none');
  }
  if (credential.mode === 'none') return;
  if (kind === 'x402') throw new ProviderError(`${field}.credential.mode`, 'must be none for kind x402');
  if (!baseUrl.startsWith('https://')) throw new ProviderError(`${field}.baseUrl`, 'must be https, because a credential is sent there');
}

interface FeedPlace {
  readonly feed: FileFlow['feeds'][number];
  readonly flow: FileFlow;
  readonly file: ProviderFile;
  readonly field: string;
}

/** Undefined where the feed breaks a rule. */
function parseFeed({ feed, flow, file: { operations, aggregation }, field }: FeedPlace, faults: BrokenRules): ProviderFeed | undefined {
  const operation = operations.find(({ id }) => id === feed.operation);
  if (operation === undefined) {
    faults.add(`${field}.operation`, 'must be the id of an operation');
    return undefined;
  }
  faults.gather(() => requireSymbol(feed.symbol, operation, `${field}.symbol`));
  const apiConfig = faults.gather(() => parseSource(feed.apiConfig, field));
  if (apiConfig === undefined) return undefined;
  if (flow.spacingMs !== undefined && (apiConfig.aggregation?.maxAgeMs ?? MIN_LIST_MAX_AGE_MS) < MIN_LIST_MAX_AGE_MS)
    faults.add(`${field}.apiConfig.aggregation.maxAgeMs`, `must be at least ${MIN_LIST_MAX_AGE_MS} beside spacingMs`);
  const { url, method, body } = routeRequest(flow, operation, feed.symbol);
  if (apiConfig.url !== url) faults.add(`${field}.apiConfig.url`, `must be ${url}`);
  if (apiConfig.method !== method) faults.add(`${field}.apiConfig.method`, `must be ${method}`);
  if (apiConfig.body !== body) faults.add(`${field}.apiConfig.body`, body === undefined ? 'must be absent' : `must be ${body}`);
  faults.gather(() => requireHeaders(apiConfig, flow, `${field}.apiConfig.headers`));
  if ((aggregation.mode === 'tolerance') !== (apiConfig.aggregation !== undefined)) {
    faults.add(`${field}.apiConfig.aggregation`, `must fit aggregation.mode, which is ${aggregation.mode}`);
  }
  const sourceId = toHex(deriveSourceId(apiConfig));
  if (feed.sourceId !== sourceId) faults.add(`${field}.sourceId`, `must be the hash of apiConfig, ${sourceId}`);
  return { ...feed, apiConfig };
}

function parseSource(plain: unknown, field: string): ApiConfig {
  try {
    return parseApiConfig(plain);
  } catch (error) {
    throw error instanceof ApiConfigError ? new ProviderError(`${field}.${error.field}`, error.rule) : error;
  }
}

/** The path has the symbol, or the body where there is one. */
function requireSymbolPlace({ path, body }: ProviderFile['operations'][number], field: string): void {
  const [pattern, member] = body === undefined ? [path, 'path'] : [body, 'body'];
  if (pattern.split(SYMBOL_PLACE).length !== 2) throw new ProviderError(`${field}.${member}`, `must hold ${SYMBOL_PLACE} once`);
  if (body === undefined) return;
  if (path.includes(SYMBOL_PLACE)) throw new ProviderError(`${field}.path`, `must not hold ${SYMBOL_PLACE}, which stands in body`);
  if (!isJsonText(body)) throw new ProviderError(`${field}.body`, 'must be a JSON text');
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function requireHeaders({ headers = {}, body }: ApiConfig, { credential }: FileFlow, field: string): void {
  if (body !== undefined) {
    const isSame = JSON.stringify(headers) === JSON.stringify(BODY_HEADERS);
    if (!isSame) throw new ProviderError(field, `must be ${JSON.stringify(BODY_HEADERS)}, and nothing else`);
    return;
  }
  const expected = credential.header === undefined ? [] : [[credential.header, CREDENTIAL_PLACEHOLDER]];
  if (JSON.stringify(Object.entries(headers)) === JSON.stringify(expected)) return;
  const rule =
    credential.header === undefined ? 'must be absent' : `must be ${credential.header} with ${CREDENTIAL_PLACEHOLDER}, and nothing else`;
  throw new ProviderError(field, rule);
}

function requireSymbol(symbol: string, operation: { readonly symbolExample: string }, field: string): void {
  if (isSymbol(symbol, operation)) return;
  throw new ProviderError(field, 'must have as many segments as symbolExample, none of them empty, . or ..');
}

function requireSome(entries: readonly unknown[], field: string): void {
  if (entries.length === 0) throw new ProviderError(field, 'must hold an entry where the provider has no indices');
}

/** Feeds are counted by id over all flows: the same id is the same data. */
function requireSameData(flows: readonly FileFlow[]): void {
  const known = new Map<string, string>();
  flows.forEach(({ feeds }, flow) => {
    feeds.forEach(({ id, operation, symbol }, feed) => {
      const data = `${operation} ${symbol}`;
      if ((known.get(id) ?? data) !== data) {
        throw new ProviderError(`flows[${flow}].feeds[${feed}].id`, 'must be of the same operation and symbol in every flow');
      }
      known.set(id, data);
    });
  });
}
