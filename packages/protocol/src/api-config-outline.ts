import { headerRule, MAX_HEADER_BYTES } from './http-header.js';
import { isInt256 } from './integer-256.js';
import { scaledDeviation } from './max-deviation.js';
import { placeholderRule, secretsIn } from './secret-placeholder.js';
import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES } from './source-size.js';
import { urlRule } from './source-url.js';

/** Method of a source's request. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Median tolerance policy (docs/protocol.md#median-of-tolerance-mode). */
export interface Aggregation {
  readonly mode: 'tolerance';
  readonly rule: 'median';
  readonly maxDeviationBps: number;
  /** A distance from the median that is allowed besides, a decimal in its shortest form. */
  readonly maxDeviation?: string;
  readonly maxAgeMs: number;
  readonly numeric: { readonly type: 'int256'; readonly decimals: number };
}

/** An off-chain HTTP source (docs/protocol.md#apiconfig). Its hash covers the content as it stands: see `deriveSourceId`. */
export interface ApiConfig {
  readonly url: string;
  readonly method: HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly responseParser?: string;
  readonly valueTransform?: string;
  readonly aggregation?: Aggregation;
  /** Largest body in bytes; 262,144 where it is absent. */
  readonly maxBytes?: number;
}

/** Names the member at fault, such as `apiConfig.headers["Foo Bar"]`, and the rule it breaks; never a value, but the text that a url is to have. */
export class ApiConfigError extends Error {
  override readonly name = 'ApiConfigError';
  constructor(
    readonly field: string,
    readonly rule: string,
    /** Place in the text of the member, in UTF-16 units. */
    readonly at?: number,
  ) {
    super(`${field}: ${rule}${at === undefined ? '' : ` (at ${at})`}`);
  }
}

const METHODS: ReadonlySet<string> = new Set<HttpMethod>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const MAX_HEADERS = 32;
const MAX_QUOTED_NAME_CHARS = 64;

export type ConfigMembers = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is ConfigMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMethod(value: string): value is HttpMethod {
  return METHODS.has(value);
}

function fieldOf(parent: string, name: string): string {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name.slice(0, MAX_QUOTED_NAME_CHARS))}]`;
}

export function closedMembers(value: unknown, field: string, known: readonly string[]): ConfigMembers {
  if (!isObject(value)) throw new ApiConfigError(field, 'must be an object');
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) throw new ApiConfigError(fieldOf(field, name), 'is not a known member');
  }
  return value;
}

export function ownMember(members: ConfigMembers, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function text(value: unknown, field: string): string {
  if (value === undefined) throw new ApiConfigError(field, 'is required');
  if (typeof value !== 'string') throw new ApiConfigError(field, 'must be a string');
  return value;
}

export function literal<T extends string>(value: unknown, field: string, expected: T): T {
  if (text(value, field) !== expected) throw new ApiConfigError(field, `must be "${expected}"`);
  return expected;
}

export function integerMember(value: unknown, field: string, low: number, high: number): number {
  if (value === undefined) throw new ApiConfigError(field, 'is required');
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    throw new ApiConfigError(field, `must be an integer from ${low} to ${high}`);
  }
  return value;
}

function refusePlaceholder(value: string, field: string): void {
  if (value.includes('{{secret.'))
    throw new ApiConfigError(field, 'must not hold a {{secret.<name>}} placeholder; url, headers and body may');
}

function parseUrl(value: unknown, field: string): string {
  const url = text(value, field);
  const rule = urlRule(url);
  if (rule !== undefined) throw new ApiConfigError(field, rule);
  return url;
}

function parseMethod(value: unknown, field: string): HttpMethod {
  const method = text(value, field);
  if (!isMethod(method)) throw new ApiConfigError(field, `must be one of ${[...METHODS].join(', ')}`);
  return method;
}

function parseHeaders(value: unknown, field: string): Readonly<Record<string, string>> {
  if (!isObject(value)) throw new ApiConfigError(field, 'must be an object');
  const names = Object.keys(value);
  if (names.length > MAX_HEADERS) throw new ApiConfigError(field, `must have at most ${MAX_HEADERS} members`);
  // The object has no prototype, because `__proto__` is a legal field name.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  const seen = new Set<string>();
  let size = 0;
  for (const name of names) {
    const header = `${field}[${JSON.stringify(name.slice(0, MAX_QUOTED_NAME_CHARS))}]`;
    const headerValue = text(value[name], header);
    const rule = headerRule(name, headerValue) ?? placeholderRule(headerValue);
    if (rule !== undefined) throw new ApiConfigError(header, rule);
    if (seen.has(name.toLowerCase())) throw new ApiConfigError(header, 'must not repeat a name in another case');
    seen.add(name.toLowerCase());
    size += name.length + headerValue.length;
    headers[name] = headerValue;
  }
  if (size > MAX_HEADER_BYTES) throw new ApiConfigError(field, `must have at most ${MAX_HEADER_BYTES} bytes of names and values`);
  return headers;
}

/** A rule that the text of a member breaks, and where. */
export interface BrokenText {
  readonly rule: string;
  readonly at?: number;
}

/** Judges of texts that have a grammar of their own: each answers undefined for a good text. */
export interface TextRules {
  readonly responseParser: (expression: string) => BrokenText | undefined;
  readonly valueTransform: (
    steps: string,
    beside: { readonly hasQuery: boolean; readonly hasAggregation: boolean },
  ) => BrokenText | undefined;
}

/** A text whose own grammar `broken` judges. */
function parseText(value: unknown, field: string, broken: (text: string) => BrokenText | undefined): string {
  const expression = text(value, field);
  refusePlaceholder(expression, field);
  const found = broken(expression);
  if (found !== undefined) throw new ApiConfigError(field, found.rule, found.at);
  return expression;
}

/** The optional bound by amount of an aggregation or an index, as a member of its parsed form. */
export function deviationMember(members: ConfigMembers, parent: string, decimals: number): { readonly maxDeviation?: string } {
  if (!Object.hasOwn(members, 'maxDeviation')) return {};
  const field = `${parent}.maxDeviation`;
  const maxDeviation = text(members['maxDeviation'], field);
  const scaled = scaledDeviation(maxDeviation, decimals);
  if (scaled === 0n || !isInt256(scaled))
    throw new ApiConfigError(
      field,
      `must be a number above 0 in its shortest form, such as "12" or "0.5", with at most ${decimals} decimals`,
    );
  return { maxDeviation };
}

function parseAggregation(value: unknown, field: string): Aggregation {
  const members = closedMembers(value, field, ['mode', 'rule', 'maxDeviationBps', 'maxDeviation', 'maxAgeMs', 'numeric']);
  const mode = literal(ownMember(members, 'mode'), `${field}.mode`, 'tolerance');
  const rule = literal(ownMember(members, 'rule'), `${field}.rule`, 'median');
  const maxDeviationBps = integerMember(ownMember(members, 'maxDeviationBps'), `${field}.maxDeviationBps`, 0, 10_000);
  const maxAgeMs = integerMember(ownMember(members, 'maxAgeMs'), `${field}.maxAgeMs`, 1, 3_600_000);
  const numeric = closedMembers(ownMember(members, 'numeric'), `${field}.numeric`, ['type', 'decimals']);
  const type = literal(ownMember(numeric, 'type'), `${field}.numeric.type`, 'int256');
  const decimals = integerMember(ownMember(numeric, 'decimals'), `${field}.numeric.decimals`, 0, 36);
  return { mode, rule, maxDeviationBps, ...deviationMember(members, field, decimals), maxAgeMs, numeric: { type, decimals } };
}

/** One source has one id: the default has no other text than the absence of the member. */
function parseMaxBytes(value: unknown, field: string): number {
  const maxBytes = integerMember(value, field, 1, MAX_SOURCE_BYTES);
  if (maxBytes === DEFAULT_SOURCE_BYTES) throw new ApiConfigError(field, `must be absent for the default, ${DEFAULT_SOURCE_BYTES}`);
  return maxBytes;
}

/**
 * Checks a configuration against docs/protocol.md#apiconfig, and returns a copy that holds nothing else. The grammars of `responseParser` and
 * `valueTransform`, the places of secrets in `url` and the rules of `body` are left out. It suits callers, whose configuration is judged again
 * by gateway and nodes: these rules are half of what a bundle of `parseApiConfig` holds.
 *
 * @param rules judge `responseParser` and `valueTransform`; all texts pass without them
 * @param root the member that holds the configuration, for errors
 * @throws ApiConfigError
 */
export function parseApiConfigOutline(input: unknown, rules?: TextRules, root = 'apiConfig'): ApiConfig {
  const members = closedMembers(input, root, [
    'url',
    'method',
    'headers',
    'body',
    'responseParser',
    'valueTransform',
    'aggregation',
    'maxBytes',
  ]);
  const optional = <Name extends keyof ApiConfig, T>(name: Name, parse: (value: unknown, field: string) => T): { [Key in Name]?: T } => {
    const parsed: { [Key in Name]?: T } = {};
    if (Object.hasOwn(members, name)) parsed[name] = parse(members[name], `${root}.${name}`);
    return parsed;
  };
  const beside = { hasQuery: Object.hasOwn(members, 'responseParser'), hasAggregation: Object.hasOwn(members, 'aggregation') };
  return {
    url: parseUrl(ownMember(members, 'url'), `${root}.url`),
    method: parseMethod(ownMember(members, 'method'), `${root}.method`),
    ...optional('headers', parseHeaders),
    ...optional('body', text),
    ...optional('responseParser', (value, field) => parseText(value, field, (path) => rules?.responseParser(path))),
    ...optional('valueTransform', (value, field) => parseText(value, field, (steps) => rules?.valueTransform(steps, beside))),
    ...optional('aggregation', parseAggregation),
    ...optional('maxBytes', parseMaxBytes),
  };
}

/** Names of the secrets that its header values, its url and its body ask for, each once. */
export function secretNames({ url, headers = {}, body = '' }: ApiConfig): string[] {
  const names = [...Object.values(headers), url, body].flatMap((value) => secretsIn(value) ?? []);
  return [...new Set(names)];
}
