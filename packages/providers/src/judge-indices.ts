import { toHex } from '@oracle-gateway/protocol';
import { parseSubject, type Subject } from '@oracle-gateway/protocol/internal';
import type { BrokenRules } from './broken-rules.js';
import { everyFault } from './every-fault.js';
import type { Parts } from './fitting-parts.js';
import { judgeSource } from './judge-source.js';
import type { ProviderFile, ProviderIndex } from './provider.js';
import { tellRepeated } from './repeated-names.js';

const GOOD_COMBINE = { rule: 'median', minSources: 2, maxDeviationBps: 0, maxAgeMs: 3_600_000, decimals: 36 };

type FileParts = Parts<ProviderFile>;
type FileIndex = NonNullable<ProviderFile['indices']>[number];
type IndexParts = Parts<FileIndex>;

/**
 * The rules of indices. Each has at least three origins, and more than half of them must agree: then one of three cannot move the value while
 * the other two answer and agree.
 */
export function judgeIndices(file: FileParts, faults: BrokenRules): void {
  const { sources, indices, aggregation, flows = [] } = file;
  if (sources !== undefined && indices === undefined && !faults.has('indices')) faults.add('sources', 'must come with indices');
  if (indices === undefined) return;
  if (sources === undefined && !faults.has('sources')) faults.add('sources', 'is required beside indices');
  if (aggregation?.mode === 'exact') faults.add('aggregation.mode', 'must be tolerance, because indices are signed in it');
  const origins = sources?.map((source) => source?.origin);
  tellRepeated({ names: origins ?? [], field: 'sources', member: 'origin' }, faults);
  tellRepeated({ names: indices.map((index) => index?.id), field: 'indices' }, faults);
  const feeds = new Set(flows.flatMap((flow) => flow?.feeds?.map((feed) => feed?.id) ?? []));
  const used = new Set<string>();
  const described = origins?.includes(undefined) === false ? origins : null;
  let areAllRead = described !== null;
  indices.forEach((index = {}, position) => {
    const field = `indices[${position}]`;
    if (index.id !== undefined && feeds.has(index.id)) faults.add(`${field}.id`, 'must not be the id of a feed');
    areAllRead = judgeIndex(index, { field, described, used }, faults) && areAllRead;
  });
  if (!areAllRead) return;
  described?.forEach((origin, place) => {
    if (origin !== undefined && !used.has(origin)) faults.add(`sources[${place}].origin`, 'must be of a source of an index');
  });
}

interface IndexPlace {
  readonly field: string;
  /** Origins that the file describes; null where that cannot be told. */
  readonly described: readonly (string | undefined)[] | null;
  /** Origins that indices use so far. */
  readonly used: Set<string>;
}

/** Whether the origins of all its sources were read. Two sources of one origin would be down, wrong or closed together. */
function judgeIndex(index: IndexParts, { field, described, used }: IndexPlace, faults: BrokenRules): boolean {
  const { apiConfigs, combine } = index;
  if (apiConfigs === undefined) return false;
  const before = faults.found.length;
  const origins: string[] = [];
  apiConfigs.forEach((plain, place) => {
    const member = `${field}.apiConfigs[${place}]`;
    const source = judgeSource(plain, member, faults);
    if (source === undefined || source.broken.has('url')) return;
    const { method, url, headers } = source.apiConfig;
    if (method !== 'GET' && !source.broken.has('method')) faults.add(`${member}.method`, 'must be GET');
    if (headers !== undefined && !source.broken.has('headers')) faults.add(`${member}.headers`, 'must be absent');
    const { origin } = new URL(url);
    if (origins.includes(origin)) faults.add(`${member}.url`, 'must be of an origin of its own');
    origins.push(origin);
  });
  const isEachGood = faults.found.length === before;
  const subject = combine === undefined ? undefined : judgeCombine({ apiConfigs, combine }, { field, isEachGood }, faults);
  for (const origin of origins) {
    if (described?.includes(origin) === false && !used.has(origin)) faults.add('sources', `must describe ${origin}`);
    used.add(origin);
  }
  if (subject !== undefined && index.sourceId !== undefined && faults.found.length === before) {
    const sourceId = toHex(subject.sourceId);
    if (index.sourceId !== sourceId) faults.add(`${field}.sourceId`, `must be the id of the index, ${sourceId}`);
  }
  return origins.length === apiConfigs.length;
}

/** The index as a round asks for it; undefined where a part of it breaks a rule. */
function judgeCombine(
  members: { readonly apiConfigs: readonly unknown[]; readonly combine: unknown },
  { field, isEachGood }: { readonly field: string; readonly isEachGood: boolean },
  faults: BrokenRules,
): Subject | undefined {
  const { mended, errors } = everyFault(members, { combine: GOOD_COMBINE }, parseSubject);
  for (const error of errors) if (isEachGood || error.field.startsWith('combine')) faults.add(`${field}.${error.field}`, error.rule);
  if (mended?.combine === undefined || errors.length > 0) return undefined;
  if (mended.combine.minSources * 2 > mended.sources.length) return mended;
  faults.add(`${field}.combine.minSources`, 'must be more than half of the sources');
  return undefined;
}

/** Indices without faults. */
export function parseIndices(indices: readonly FileIndex[]): readonly ProviderIndex[] {
  return indices.map(({ apiConfigs, combine: plain, ...index }) => {
    const { sources, combine } = parseSubject({ apiConfigs, combine: plain });
    if (combine === undefined) throw new TypeError('an index has a rule');
    return { ...index, apiConfigs: sources.map(({ apiConfig }) => apiConfig), combine };
  });
}
