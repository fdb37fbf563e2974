import { ContractError, createParser } from '@oracle-gateway/contract';
import { type ApiConfig, ApiConfigError, deriveSourceId, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { CREDENTIAL_PLACEHOLDER } from './credential.js';
import { parseIndices } from './parse-indices.js';
import { ProviderError } from './provider-error.js';
import { type Provider, type ProviderFeed, type ProviderFlow, ProviderSchema } from './provider.js';
import { requireDistinct } from './require-distinct.js';
import { isSymbol, routeUrl, SYMBOL_PLACE } from './route.js';

const MIN_TOLERANCE_SIGNATURES = 3;

const parseShape = createParser(ProviderSchema, { root: 'the file' });

/**
 * Parses the JSON of a provider's file. Checks the schema and all rules between members, down to the source id of every feed.
 * @throws ProviderError with the field and the rule.
 */
export function parseProvider(plain: unknown): Provider {
  const file = shapeOf(plain);
  const { operations, aggregation } = file;
  requireDistinct(operations, 'operations', ({ id }) => id);
  operations.forEach((operation, position) => {
    const field = `operations[${position}]`;
    if (operation.path.split(SYMBOL_PLACE).length !== 2) throw new ProviderError(`${field}.path`, `must hold ${SYMBOL_PLACE} once`);
    requireSymbol(operation.symbolExample, operation, `${field}.symbolExample`);
  });
  if (aggregation.mode === 'tolerance' && aggregation.minSignatures < MIN_TOLERANCE_SIGNATURES) {
    throw new ProviderError('aggregation.minSignatures', `must be at least ${MIN_TOLERANCE_SIGNATURES} in tolerance mode`);
  }
  if (file.indices === undefined) {
    requireSome(operations, 'operations');
    requireSome(file.flows, 'flows');
  }
  requireDistinct(file.flows, 'flows', ({ kind }) => kind, 'kind');
  const flows = file.flows.map((flow, position): ProviderFlow => {
    const field = `flows[${position}]`;
    requireConsistent(flow, field);
    requireDistinct(flow.feeds, `${field}.feeds`, ({ id }) => id);
    return { ...flow, feeds: flow.feeds.map((feed, index) => parseFeed(feed, flow, file, `${field}.feeds[${index}]`)) };
  });
  requireSameData(flows);
  const { sources, indices, ...described } = file;
  return { ...described, flows, ...parseIndices({ sources, indices, aggregation, flows }) };
}

type ProviderFile = ReturnType<typeof parseShape>;
type FileFlow = ProviderFile['flows'][number];

function shapeOf(plain: unknown): ProviderFile {
  try {
    return parseShape(plain);
  } catch (error) {
    throw error instanceof ContractError ? new ProviderError(error.field, error.rule) : error;
  }
}

function requireConsistent({ kind, baseUrl, credential, x402 }: FileFlow, field: string): void {
  if ((kind === 'x402') !== (x402 !== undefined)) throw new ProviderError(`${field}.x402`, 'must be set exactly for kind x402');
  if ((credential.mode === 'caller') !== (credential.header !== undefined)) {
    throw new ProviderError(`${field}.credential.header`, 'must be set exactly for mode caller');
  }
  if (credential.mode === 'none') return;
  if (kind === 'x402') throw new ProviderError(`${field}.credential.mode`, 'must be none for kind x402');
  if (!baseUrl.startsWith('https://')) throw new ProviderError(`${field}.baseUrl`, 'must be https, because a credential is sent there');
}

function parseFeed(
  feed: FileFlow['feeds'][number],
  flow: FileFlow,
  { operations, aggregation }: ProviderFile,
  field: string,
): ProviderFeed {
  const operation = operations.find(({ id }) => id === feed.operation);
  if (operation === undefined) throw new ProviderError(`${field}.operation`, 'must be the id of an operation');
  requireSymbol(feed.symbol, operation, `${field}.symbol`);
  const apiConfig = parseSource(feed.apiConfig, field);
  const url = routeUrl(flow, operation, feed.symbol);
  if (apiConfig.url !== url) throw new ProviderError(`${field}.apiConfig.url`, `must be ${url}`);
  if (apiConfig.method !== 'GET') throw new ProviderError(`${field}.apiConfig.method`, 'must be GET');
  requireHeaders(apiConfig, flow, `${field}.apiConfig.headers`);
  if ((aggregation.mode === 'tolerance') !== (apiConfig.aggregation !== undefined)) {
    throw new ProviderError(`${field}.apiConfig.aggregation`, `must fit aggregation.mode, which is ${aggregation.mode}`);
  }
  const sourceId = toHex(deriveSourceId(apiConfig));
  if (feed.sourceId !== sourceId) throw new ProviderError(`${field}.sourceId`, `must be the hash of apiConfig, ${sourceId}`);
  return { ...feed, apiConfig };
}

function parseSource(plain: unknown, field: string): ApiConfig {
  try {
    return parseApiConfig(plain);
  } catch (error) {
    throw error instanceof ApiConfigError ? new ProviderError(`${field}.${error.field}`, error.rule) : error;
  }
}

function requireHeaders({ headers = {} }: ApiConfig, { credential }: FileFlow, field: string): void {
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
function requireSameData(flows: readonly ProviderFlow[]): void {
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
