import {
  type ApiConfig,
  combineNumbers,
  deriveFeedId,
  formatValue,
  listValue,
  packValue,
  parseDecimal,
  toHex,
  unixMs,
  isList,
} from '@oracle-gateway/protocol';
import { canonicalSource, ruleOf, type Subject, type SubjectSource } from '@oracle-gateway/protocol/internal';
import { ClientUsageError } from '../base/errors.js';
import { GatewayRefused } from './gateway-refused.js';

/**
 * The value of a source, as a decimal after its transform: one text, or a text for each round, and the last one stays. `null` is a source
 * that fails.
 */
export type FakeValue = string | null | readonly (string | null)[];

/** A value by the URL of its source, or a function of the source. */
export type FakeValues = Readonly<Record<string, FakeValue>> | ((source: ApiConfig) => string | null);

/** The value of a subject in one round. */
export interface RoundValues {
  /** 32 bytes that the nodes sign. */
  readonly packed: Uint8Array;
  /** Of a list the hex of `packed`, otherwise a decimal. */
  readonly text: string;
  /** One for each source; null where it has none. */
  readonly values: readonly (Uint8Array | null)[];
}

export interface ValueTable {
  /** @throws ClientUsageError for another text than a decimal */
  set(url: string, value: FakeValue): void;
  /** Values for one more round. @throws GatewayRefused where a round fails, or the test has no value of a source */
  next(subject: Subject, nowMs: number): RoundValues;
}

/** Detail of a failure, in a list and in a round. */
export const SOURCE_FAILED = { code: 'upstream_failure', detail: 'the source answered 503', step: 'fetch', upstreamStatus: 503 } as const;

export function createValueTable(given: FakeValues): ValueTable {
  const byUrl = new Map<string, { readonly texts: readonly (string | null)[]; rounds: number }>();

  function set(url: string, value: FakeValue): void {
    const texts = value === null || typeof value === 'string' ? [value] : value;
    if (texts.length === 0) throw new ClientUsageError(`values[${url}]`, 'must have at least one value');
    for (const text of texts) requireDecimal(url, text);
    byUrl.set(urlOf(url), { texts, rounds: 0 });
  }

  function textOf(source: ApiConfig): string | null {
    if (typeof given === 'function') return requireDecimal(source.url, given(source));
    const row = byUrl.get(urlOf(source.url));
    if (row === undefined)
      throw new GatewayRefused('source_not_public', {
        members: { error: `values: must have ${source.url}, or be a function of the source` },
      });
    const text = row.texts[Math.min(row.rounds, row.texts.length - 1)] ?? null;
    row.rounds += 1;
    return text;
  }

  if (typeof given !== 'function') for (const [url, value] of Object.entries(given)) set(url, value);
  return {
    set,
    next: (subject, nowMs) =>
      valuesOf(
        subject,
        subject.sources.map(({ apiConfig }) => textOf(apiConfig)),
        nowMs,
      ),
  };
}

function urlOf(url: string): string {
  return canonicalSource({ url, method: 'GET' }).url;
}

function requireDecimal(url: string, text: string | null): string | null {
  try {
    if (text !== null) parseDecimal(text);
    return text;
  } catch (error) {
    throw new ClientUsageError(`values[${url}]`, 'must be a decimal as text, such as "64628.31", or null', { cause: error });
  }
}

function valuesOf(subject: Subject, texts: readonly (string | null)[], nowMs: number): RoundValues {
  const { form, sources, minValues, combine } = subject;
  if (combine !== undefined) {
    const numbers = texts.map((text) => (text === null ? null : { decimal: parseDecimal(text), receivedAtMs: unixMs(nowMs) }));
    const combined = combineNumbers(numbers, combine)?.value ?? null;
    if (combined === null) throw new GatewayRefused('no_quorum_value');
    return { packed: combined, text: formatValue(combined, ruleOf(subject)), values: [combined] };
  }
  const values = texts.map((text, place) => (text === null ? null : packValue(parseDecimal(text), sources[place]?.apiConfig.aggregation)));
  if (isList(form)) {
    if (values.filter((value) => value !== null).length < minValues) throw new GatewayRefused('no_quorum_value');
    const packed = listValue(sources.map(({ sourceId }, place) => ({ sourceId, value: values[place] ?? null })));
    return { packed, text: toHex(packed), values };
  }
  const [packed] = values;
  if (packed === undefined || packed === null)
    throw new GatewayRefused('upstream_failure', { members: { step: 'fetch', upstreamStatus: 503 } });
  return { packed, text: formatValue(packed, ruleOf(subject)), values };
}

/** `data.values` of a list. */
export function listedRows(
  { sources }: Pick<Subject, 'sources'>,
  { values }: RoundValues,
  feed: Omit<Parameters<typeof deriveFeedId>[0], 'sourceId'>,
): readonly object[] {
  return sources.map(({ apiConfig, sourceId }: SubjectSource, place) => {
    const value = values[place] ?? null;
    const ids = { sourceId: toHex(sourceId), feedId: toHex(deriveFeedId({ ...feed, sourceId })) };
    if (value === null) return { ...ids, reason: SOURCE_FAILED };
    return { ...ids, value: formatValue(value, apiConfig.aggregation), valuePacked: toHex(value) };
  });
}

/** Values that the nodes did not sign, as a gateway would have to tell them: they agree with each other. */
export function tampered(subject: Subject, { values }: RoundValues): RoundValues {
  const place = values.findIndex((value) => value !== null);
  const changed = values.map((value, at) => (value === null || at !== place ? value : withLastBitTurned(value)));
  const [only] = changed;
  if (!isList(subject.form) && only !== undefined && only !== null)
    return { packed: only, text: formatValue(only, ruleOf(subject)), values: changed };
  const packed = listValue(subject.sources.map(({ sourceId }, at) => ({ sourceId, value: changed[at] ?? null })));
  return { packed, text: toHex(packed), values: changed };
}

function withLastBitTurned(value: Uint8Array): Uint8Array {
  return Uint8Array.from(value, (byte, place) => (place === value.length - 1 ? byte ^ 1 : byte));
}
