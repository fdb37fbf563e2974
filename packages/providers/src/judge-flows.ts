import { type ApiConfig, deriveSourceId, toHex } from '@oracle-gateway/protocol';
import { MIN_LIST_MAX_AGE_MS } from '@oracle-gateway/protocol/internal';
import type { BrokenRules } from './broken-rules.js';
import { CREDENTIAL_PLACEHOLDER } from './credential.js';
import type { Parts } from './fitting-parts.js';
import { judgeSource } from './judge-source.js';
import type { ProviderFile } from './provider.js';
import { tellRepeated } from './repeated-names.js';
import { BODY_HEADERS, isSymbol, routeRequest, SYMBOL_PLACE } from './route.js';

const MIN_TOLERANCE_SIGNATURES = 3;
const SYMBOL_RULE = 'must have as many segments as symbolExample, none of them empty, . or ..';

type FileParts = Parts<ProviderFile>;
type FlowParts = Parts<ProviderFile['flows'][number]>;
type OperationParts = Parts<ProviderFile['operations'][number]>;
type FeedParts = Parts<ProviderFile['flows'][number]['feeds'][number]>;

/** The rules between the members of operations and flows. A rule is judged where all members that it reads fit the schema. */
export function judgeFlows(file: FileParts, faults: BrokenRules): void {
  const { operations, flows, aggregation } = file;
  tellRepeated({ names: (operations ?? []).map((operation) => operation?.id), field: 'operations' }, faults);
  operations?.forEach((operation, position) => {
    const field = `operations[${position}]`;
    const { symbolExample } = operation ?? {};
    if (operation !== undefined) judgeSymbolPlace(operation, field, faults);
    if (operation?.body !== undefined && flows?.some((flow) => flow?.kind === 'x402' || flow?.credential?.mode === 'caller') === true)
      faults.add(`${field}.body`, 'must be absent where a flow has a credential or a payment');
    if (symbolExample !== undefined && !isSymbol(symbolExample, { symbolExample })) faults.add(`${field}.symbolExample`, SYMBOL_RULE);
  });
  if (aggregation?.mode === 'tolerance' && (aggregation.minSignatures ?? Infinity) < MIN_TOLERANCE_SIGNATURES)
    faults.add('aggregation.minSignatures', `must be at least ${MIN_TOLERANCE_SIGNATURES} in tolerance mode`);
  if (file.indices === undefined && !faults.has('indices')) {
    for (const field of ['operations', 'flows'] as const)
      if (file[field]?.length === 0) faults.add(field, 'must hold an entry where the provider has no indices');
  }
  tellRepeated({ names: (flows ?? []).map((flow) => flow?.kind), field: 'flows', member: 'kind' }, faults);
  flows?.forEach((flow, position) => {
    if (flow !== undefined) judgeFlow(flow, { file, field: `flows[${position}]` }, faults);
  });
  judgeSameData(flows ?? [], faults);
}

function hasOneSymbol(path: string): boolean {
  return path.split(SYMBOL_PLACE).length === 2;
}

/** The path has the symbol, or the body where there is one. */
function judgeSymbolPlace({ path, body }: OperationParts, field: string, faults: BrokenRules): void {
  if (body === undefined) {
    if (path !== undefined && !hasOneSymbol(path) && !faults.has(`${field}.body`))
      faults.add(`${field}.path`, `must hold ${SYMBOL_PLACE} once`);
    return;
  }
  if (!hasOneSymbol(body)) faults.add(`${field}.body`, `must hold ${SYMBOL_PLACE} once`);
  else if (!isJsonText(body)) faults.add(`${field}.body`, 'must be a JSON text');
  if (path?.includes(SYMBOL_PLACE) === true) faults.add(`${field}.path`, `must not hold ${SYMBOL_PLACE}, which stands in body`);
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Within {
  readonly file: FileParts;
  readonly field: string;
}

function judgeFlow(flow: FlowParts, { file, field }: Within, faults: BrokenRules): void {
  const { kind, baseUrl, credential = {}, x402, feeds = [] } = flow;
  if (kind !== undefined && !faults.has(`${field}.x402`) && (kind === 'x402') !== (x402 !== undefined))
    faults.add(`${field}.x402`, 'must be set exactly for kind x402');
  const { mode, header, query } = credential;
  const isCredentialRead = mode !== undefined && !faults.has(`${field}.credential.header`) && !faults.has(`${field}.credential.query`);
  const places = [header, query].filter((place) => place !== undefined).length;
  if (isCredentialRead && places !== (mode === 'caller' ? 1 : 0))
    faults.add(`${field}.credential`, 'must have header or query for mode caller, and neither for mode none');
  if (mode === 'caller' && kind === 'x402') faults.add(`${field}.credential.mode`, 'must be none for kind x402');
  if (mode === 'caller' && baseUrl?.startsWith('https://') === false)
    faults.add(`${field}.baseUrl`, 'must be https, because a credential is sent there');
  if (query !== undefined && file.operations?.some((operation) => parametersOf(operation?.path).includes(query)) === true)
    faults.add(`${field}.credential.query`, 'must be no parameter of an operation');
  tellRepeated({ names: feeds.map((feed) => feed?.id), field: `${field}.feeds` }, faults);
  feeds.forEach((feed, position) => {
    if (feed !== undefined) judgeFeed(feed, { file, flow, flowField: field, field: `${field}.feeds[${position}]` }, faults);
  });
}

/** Names of the parameters in the query of a path. */
function parametersOf(path = ''): readonly string[] {
  const [, query = ''] = path.split('?');
  return query.split('&').map((parameter) => parameter.split('=')[0] ?? '');
}

function judgeFeed(
  feed: FeedParts,
  { file: { operations, aggregation }, flow, flowField, field }: Within & { readonly flow: FlowParts; readonly flowField: string },
  faults: BrokenRules,
): void {
  const operation = operations?.find((one) => one?.id === feed.operation);
  const areAllNamed = operations?.every((one) => one?.id !== undefined) === true;
  if (feed.operation !== undefined && areAllNamed && operation === undefined)
    faults.add(`${field}.operation`, 'must be the id of an operation');
  const before = faults.found.length;
  const symbolExample = operation?.symbolExample;
  if (feed.symbol !== undefined && symbolExample !== undefined && !isSymbol(feed.symbol, { symbolExample }))
    faults.add(`${field}.symbol`, SYMBOL_RULE);
  const isSymbolGood = faults.found.length === before;
  const source = faults.has(`${field}.apiConfig`) ? undefined : judgeSource(feed.apiConfig, `${field}.apiConfig`, faults);
  if (source === undefined) return;
  const { apiConfig, broken } = source;
  const { aggregation: rule } = apiConfig;
  if (flow.spacingMs !== undefined && rule !== undefined && rule.maxAgeMs < MIN_LIST_MAX_AGE_MS)
    faults.add(`${field}.apiConfig.aggregation.maxAgeMs`, `must be at least ${MIN_LIST_MAX_AGE_MS} beside spacingMs`);
  const request = isSymbolGood && operation !== undefined ? requestOf(feed, { flow, flowField, operation }, faults) : undefined;
  if (request !== undefined) {
    const { url, method, body } = request;
    if (!broken.has('url') && apiConfig.url !== url) faults.add(`${field}.apiConfig.url`, `must be ${url}`);
    if (!broken.has('method') && apiConfig.method !== method) faults.add(`${field}.apiConfig.method`, `must be ${method}`);
    if (!broken.has('body') && apiConfig.body !== body)
      faults.add(`${field}.apiConfig.body`, body === undefined ? 'must be absent' : `must be ${body}`);
  }
  if (!broken.has('headers')) judgeHeaders(apiConfig, { flow, flowField, field: `${field}.apiConfig.headers` }, faults);
  if (aggregation?.mode !== undefined && !broken.has('aggregation') && (aggregation.mode === 'tolerance') !== (rule !== undefined))
    faults.add(`${field}.apiConfig.aggregation`, `must fit aggregation.mode, which is ${aggregation.mode}`);
  // The right id is that of the configuration without faults.
  if (feed.sourceId === undefined || faults.found.length > before) return;
  const sourceId = toHex(deriveSourceId(apiConfig));
  if (feed.sourceId !== sourceId) faults.add(`${field}.sourceId`, `must be the hash of apiConfig, ${sourceId}`);
}

interface WithinFlow {
  readonly flow: FlowParts;
  readonly flowField: string;
}

/** The request of a feed; undefined where a member that it is made of breaks a rule. */
function requestOf(
  { symbol }: FeedParts,
  { flow, flowField, operation: { path, body, symbolExample } }: WithinFlow & { readonly operation: OperationParts },
  faults: BrokenRules,
): ReturnType<typeof routeRequest> | undefined {
  const { baseUrl, pathPrefix, credential } = flow;
  const isFaulty = ['baseUrl', 'pathPrefix', 'credential', 'credential.header', 'credential.query'].some((member) =>
    faults.has(`${flowField}.${member}`),
  );
  if (isFaulty || baseUrl === undefined || symbol === undefined || path === undefined || symbolExample === undefined) return undefined;
  if (!hasOneSymbol(body ?? path) || (body !== undefined && (path.includes(SYMBOL_PLACE) || !isJsonText(body)))) return undefined;
  const query = credential?.query;
  const place = { baseUrl, ...(pathPrefix === undefined ? {} : { pathPrefix }), credential: query === undefined ? {} : { query } };
  return routeRequest(place, { path, symbolExample, ...(body === undefined ? {} : { body }) }, symbol);
}

function judgeHeaders(
  { headers = {}, body }: ApiConfig,
  { flow: { credential }, flowField, field }: WithinFlow & { readonly field: string },
  faults: BrokenRules,
): void {
  if (['credential', 'credential.header', 'credential.query'].some((member) => faults.has(`${flowField}.${member}`))) return;
  if (body !== undefined) {
    const isSame = JSON.stringify(headers) === JSON.stringify(BODY_HEADERS);
    if (!isSame) faults.add(field, `must be ${JSON.stringify(BODY_HEADERS)}, and nothing else`);
    return;
  }
  const header = credential?.header;
  const expected = header === undefined ? [] : [[header, CREDENTIAL_PLACEHOLDER]];
  if (JSON.stringify(Object.entries(headers)) === JSON.stringify(expected)) return;
  faults.add(field, header === undefined ? 'must be absent' : `must be ${header} with ${CREDENTIAL_PLACEHOLDER}, and nothing else`);
}

/** Feeds are counted by id over all flows: the same id is the same data. */
function judgeSameData(flows: readonly (FlowParts | undefined)[], faults: BrokenRules): void {
  const known = new Map<string, string>();
  flows.forEach((flow, place) => {
    flow?.feeds?.forEach(({ id, operation, symbol } = {}, position) => {
      const field = `flows[${place}].feeds[${position}]`;
      const isFaulty = ['id', 'operation', 'symbol'].some((member) => faults.has(`${field}.${member}`));
      if (isFaulty || id === undefined || operation === undefined || symbol === undefined) return;
      const data = `${operation} ${symbol}`;
      if ((known.get(id) ?? data) !== data) faults.add(`${field}.id`, 'must be of the same operation and symbol in every flow');
      known.set(id, data);
    });
  });
}
