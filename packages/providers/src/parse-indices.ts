import { ApiConfigError, type Combine, parseSubject, type Subject, toHex } from '@oracle-gateway/protocol';
import { ProviderError } from './provider-error.js';
import type { BrokenRules } from './broken-rules.js';
import type { Provider, ProviderIndex, ProviderIndexSource } from './provider.js';
import { requireDistinct } from './require-distinct.js';

/** The members of a provider's file that describe its indices, after their shape is checked. */
export interface IndexMembers {
  readonly sources: readonly ProviderIndexSource[] | undefined;
  readonly indices: readonly PlainIndex[] | undefined;
  readonly aggregation: Provider['aggregation'];
  readonly flows: readonly { readonly feeds: readonly { readonly id: string }[] }[];
}

type PlainIndex = Omit<ProviderIndex, 'apiConfigs' | 'combine'> & { readonly apiConfigs: readonly unknown[]; readonly combine: unknown };

/**
 * Reads the indices of a provider. Each has at least three origins, and more than half of them must agree: then one of three cannot move the
 * value while the other two answer and agree. An index that breaks a rule is left out, and the rule is among the faults.
 * @throws ProviderError where the members do not fit together.
 */
export function parseIndices(
  { sources, indices, aggregation, flows }: IndexMembers,
  faults: BrokenRules,
): Pick<Provider, 'sources' | 'indices'> {
  if (indices === undefined || sources === undefined) {
    if (sources !== undefined) throw new ProviderError('sources', 'must come with indices');
    if (indices !== undefined) throw new ProviderError('sources', 'is required beside indices');
    return {};
  }
  if (aggregation.mode !== 'tolerance') faults.add('aggregation.mode', 'must be tolerance, because indices are signed in it');
  faults.gather(() => requireDistinct(sources, 'sources', ({ origin }) => origin, 'origin'));
  faults.gather(() => requireDistinct(indices, 'indices', ({ id }) => id));
  const feeds = new Set(flows.flatMap((flow) => flow.feeds.map(({ id }) => id)));
  const used = new Set<string>();
  const parsed = indices.flatMap((index, position) => {
    const field = `indices[${position}]`;
    if (feeds.has(index.id)) faults.add(`${field}.id`, 'must not be the id of a feed');
    return faults.gather(() => parseIndex(index, { field, sources, used })) ?? [];
  });
  const unused = sources.findIndex(({ origin }) => !used.has(origin));
  if (unused !== -1) faults.add(`sources[${unused}].origin`, 'must be of a source of an index');
  return { sources, indices: parsed };
}

interface IndexPlace {
  readonly field: string;
  readonly sources: readonly ProviderIndexSource[];
  /** Origins that indices use so far. */
  readonly used: Set<string>;
}

function parseIndex(index: PlainIndex, { field, sources, used }: IndexPlace): ProviderIndex {
  const subject = subjectOf(index, field);
  const combine = majorityOf(subject, field);
  for (const origin of originsOf(subject, field)) {
    if (!sources.some((source) => source.origin === origin)) throw new ProviderError('sources', `must describe ${origin}`);
    used.add(origin);
  }
  const sourceId = toHex(subject.sourceId);
  if (index.sourceId !== sourceId) throw new ProviderError(`${field}.sourceId`, `must be the id of the index, ${sourceId}`);
  return { ...index, apiConfigs: subject.sources.map(({ apiConfig }) => apiConfig), combine };
}

function subjectOf({ apiConfigs, combine }: PlainIndex, field: string): Subject {
  try {
    return parseSubject({ apiConfigs, combine });
  } catch (error) {
    throw error instanceof ApiConfigError ? new ProviderError(`${field}.${error.field}`, error.rule) : error;
  }
}

/** The origin of each source. Two sources of one origin would be down, wrong or closed together. */
function originsOf({ sources }: Subject, field: string): readonly string[] {
  const origins: string[] = [];
  sources.forEach(({ apiConfig: { method, url, headers } }, place) => {
    const member = `${field}.apiConfigs[${place}]`;
    if (method !== 'GET') throw new ProviderError(`${member}.method`, 'must be GET');
    if (headers !== undefined) throw new ProviderError(`${member}.headers`, 'must be absent');
    const { origin } = new URL(url);
    if (origins.includes(origin)) throw new ProviderError(`${member}.url`, 'must be of an origin of its own');
    origins.push(origin);
  });
  return origins;
}

/** The rule of an index, which more than half of its sources must meet. */
function majorityOf({ combine, sources }: Subject, field: string): Combine {
  if (combine === undefined) throw new ProviderError(`${field}.combine`, 'is required');
  if (combine.minSources * 2 > sources.length) return combine;
  throw new ProviderError(`${field}.combine.minSources`, 'must be more than half of the sources');
}
