import { type Aggregation, type ApiConfig, ApiConfigError, parseApiConfig } from './api-config.js';
import { closedMembers, deviationMember, integerMember, literal, ownMember } from './api-config-outline.js';
import { type Combine, deriveIndexId } from './combine.js';
import { type Form, formOfIndex, formOfList, isList, MAX_SOURCES, SOURCE_FORM } from './form.js';
import { toHex } from './hex.js';
import { deriveListId } from './list.js';
import { deriveSourceId, hashSourceText, type SourceId, sourceText } from './source-id.js';
import { sourceBytes } from './source-size.js';
import { requireBoundOfExactMode } from './transform/parse-transform.js';
import { TransformError } from './transform/transform-error.js';

/** A source, and its identity. */
export interface SubjectSource {
  readonly apiConfig: ApiConfig;
  readonly sourceId: SourceId;
}

/** A round asks for it under one signature: one source, a list of sources, or an index over sources (protocol, Lists and Index). */
export interface Subject {
  readonly form: Form;
  /** Identity of the subject; a source alone has its own. */
  readonly sourceId: SourceId;
  /** Sources in the order of the request. */
  readonly sources: readonly SubjectSource[];
  /**
   * The rule of each value that a node observes: undefined in exact mode. A list has one for each of its sources; one source and an index
   * have one.
   */
  readonly rules: readonly (Aggregation | undefined)[];
  /** Values that must be there: 1 to the number of sources of a list, otherwise 1. */
  readonly minValues: number;
  /** Present in an index alone. */
  readonly combine?: Combine;
}

/** The members of a request that name its subject, before they are judged. */
export interface SubjectInput {
  readonly apiConfig?: unknown;
  readonly apiConfigs?: readonly unknown[];
  readonly minValues?: number | undefined;
  readonly combine?: unknown;
}

/** The members of a request that name its subject: one configuration, or several with `minValues` (a list) or `combine` (an index). */
export type SubjectMembers =
  | { readonly apiConfig: ApiConfig }
  | { readonly apiConfigs: readonly ApiConfig[]; readonly minValues?: number }
  | { readonly apiConfigs: readonly ApiConfig[]; readonly combine: Combine };

/** Bytes of the canonical forms of all sources together, at most. */
export const MAX_SUBJECT_BYTES = 48 * 1024;
/** Nodes of a list answer when their slowest source has: a shorter life would end before the set is fixed. */
export const MIN_LIST_MAX_AGE_MS = 15_000;
/** Values of a round that all asked nodes together observe, at most. */
export const MAX_SET_VALUES = 1_024;

/** Judges a configuration; `root` is the member that holds it. */
type ParseConfig = (input: unknown, root: string) => ApiConfig;

/** Reads the subject of a request, by all of docs/protocol.md#apiconfig. @throws ApiConfigError, which names the member and the rule */
export function parseSubject(input: SubjectInput): Subject {
  const subject = parseSubjectWith(input, parseApiConfig);
  if (subject.combine === undefined) subject.sources.forEach((_, place) => requireReachableBound(subject, place));
  return subject;
}

/** A source has its mode from its subject, because an index is signed in tolerance mode. */
function requireReachableBound(subject: Subject, place: number): void {
  const { valueTransform } = subject.sources[place]?.apiConfig ?? {};
  if (valueTransform === undefined || subject.rules[place] !== undefined) return;
  try {
    requireBoundOfExactMode(valueTransform);
  } catch (error) {
    if (!(error instanceof TransformError)) throw error;
    throw new ApiConfigError(`${sourceMember(subject, place)}.valueTransform`, error.rule, error.at);
  }
}

/**
 * Reads the subject of a request whose configurations `parse` judges. A bundle of it holds no grammar of JSONPath.
 * @throws ApiConfigError, which names the member and the rule
 */
export function parseSubjectWith(input: SubjectInput, parse: ParseConfig): Subject {
  const { apiConfig, apiConfigs, minValues, combine } = input;
  if (apiConfigs === undefined) {
    if (apiConfig === undefined) throw new ApiConfigError('apiConfig', 'is required, or apiConfigs for several sources');
    if (minValues !== undefined) throw new ApiConfigError('minValues', 'must come with apiConfigs');
    if (combine !== undefined) throw new ApiConfigError('combine', 'must come with apiConfigs');
    return sourceSubject(parse(apiConfig, 'apiConfig'));
  }
  if (apiConfig !== undefined) throw new ApiConfigError('apiConfigs', 'must not come with apiConfig');
  if (apiConfigs.length < 2 || apiConfigs.length > MAX_SOURCES)
    throw new ApiConfigError('apiConfigs', `must hold from 2 to ${MAX_SOURCES} sources`);
  const configs = apiConfigs.map((plain, place) => parse(plain, memberAt(place)));
  if (combine === undefined) return listSubject(configs, minValues);
  if (minValues !== undefined) throw new ApiConfigError('minValues', 'must not come with combine, which has minSources');
  return indexSubject(configs, parseCombine(combine, configs.length));
}

/** Bytes that the largest answer of its sources may have. */
export function largestAnswer({ sources }: Pick<Subject, 'sources'>): number {
  return Math.max(...sources.map(({ apiConfig }) => sourceBytes(apiConfig)));
}

/** The subject of one source. */
export function sourceSubject(apiConfig: ApiConfig): Subject {
  const sourceId = deriveSourceId(apiConfig);
  return { form: SOURCE_FORM, sourceId, sources: [{ apiConfig, sourceId }], rules: [apiConfig.aggregation], minValues: 1 };
}

/**
 * The subject of a list.
 * @param minValues by default all
 * @throws ApiConfigError
 */
export function listSubject(configs: readonly ApiConfig[], minValues = configs.length): Subject {
  const sources = distinctSources(configs);
  configs.forEach(({ aggregation }, place) => {
    if (aggregation !== undefined && aggregation.maxAgeMs < MIN_LIST_MAX_AGE_MS)
      throw new ApiConfigError(`${memberAt(place)}.aggregation.maxAgeMs`, `must be at least ${MIN_LIST_MAX_AGE_MS} in a list`);
  });
  integerMember(minValues, 'minValues', 1, configs.length);
  const form = formOfList(configs.length);
  const sourceId = deriveListId({ sourceIds: sources.map((source) => source.sourceId), minValues });
  return { form, sourceId, sources, rules: configs.map(({ aggregation }) => aggregation), minValues };
}

/** The subject of an index. @throws ApiConfigError */
export function indexSubject(configs: readonly ApiConfig[], combine: Combine): Subject {
  const sources = distinctSources(configs);
  configs.forEach(({ aggregation }, place) => {
    if (aggregation !== undefined) throw new ApiConfigError(`${memberAt(place)}.aggregation`, 'must be left out beside combine');
  });
  const sourceId = deriveIndexId({ sourceIds: sources.map((source) => source.sourceId), combine });
  return { form: formOfIndex(configs.length), sourceId, sources, rules: [aggregationOf(combine)], minValues: 1, combine };
}

/** The members of a request that {@link parseSubject} reads as this subject. */
export function subjectMembers({ form, sources, minValues, combine }: Subject): SubjectMembers {
  const [only] = sources;
  if (form === SOURCE_FORM && only !== undefined) return { apiConfig: only.apiConfig };
  const apiConfigs = sources.map(({ apiConfig }) => apiConfig);
  return combine === undefined ? { apiConfigs, minValues } : { apiConfigs, combine };
}

/** The member of a request that holds the source at this place of a subject. */
export function sourceMember({ form }: Pick<Subject, 'form'>, place: number): string {
  return form === SOURCE_FORM ? 'apiConfig' : memberAt(place);
}

/** The rule that the one value of a subject has; undefined in exact mode, and of a list. */
export function ruleOf({ form, rules }: Pick<Subject, 'form' | 'rules'>): Aggregation | undefined {
  return isList(form) ? undefined : rules[0];
}

/**
 * Whether signers compute the value from a set of observations: in tolerance mode, and for a list. Each signer of exact mode signs what it
 * observed itself.
 */
export function isDecidedBySet({ form, rules }: Pick<Subject, 'form' | 'rules'>): boolean {
  return isList(form) || rules.some((rule) => rule !== undefined);
}

function memberAt(place: number): string {
  return `apiConfigs[${place}]`;
}

function distinctSources(configs: readonly ApiConfig[]): SubjectSource[] {
  const places = new Map<string, number>();
  let bytes = 0;
  return configs.map((apiConfig, place) => {
    const text = sourceText(apiConfig);
    bytes += text.length;
    if (bytes > MAX_SUBJECT_BYTES)
      throw new ApiConfigError('apiConfigs', `must have at most ${MAX_SUBJECT_BYTES} bytes of canonical form together`);
    const sourceId = hashSourceText(text);
    const same = places.get(toHex(sourceId));
    if (same !== undefined) throw new ApiConfigError(memberAt(place), `must differ from ${memberAt(same)}`);
    places.set(toHex(sourceId), place);
    return { apiConfig, sourceId };
  });
}

/** An index is signed in tolerance mode, by the numbers by which a node combines its sources. */
function aggregationOf({ rule, maxDeviationBps, maxDeviation, maxAgeMs, decimals }: Combine): Aggregation {
  const amount = maxDeviation === undefined ? {} : { maxDeviation };
  return { mode: 'tolerance', rule, maxDeviationBps, ...amount, maxAgeMs, numeric: { type: 'int256', decimals } };
}

function parseCombine(value: unknown, sources: number): Combine {
  const members = closedMembers(value, 'combine', ['rule', 'minSources', 'maxDeviationBps', 'maxDeviation', 'maxAgeMs', 'decimals']);
  const decimals = integerMember(ownMember(members, 'decimals'), 'combine.decimals', 0, 36);
  return {
    rule: literal(ownMember(members, 'rule'), 'combine.rule', 'median'),
    minSources: integerMember(ownMember(members, 'minSources'), 'combine.minSources', 2, sources),
    maxDeviationBps: integerMember(ownMember(members, 'maxDeviationBps'), 'combine.maxDeviationBps', 0, 10_000),
    maxAgeMs: integerMember(ownMember(members, 'maxAgeMs'), 'combine.maxAgeMs', 1, 3_600_000),
    ...deviationMember(members, 'combine', decimals),
    decimals,
  };
}
