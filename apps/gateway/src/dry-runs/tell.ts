import type { SimulateAnswer } from '@oracle-gateway/gateway-api';
import { MAX_SHOWN_SOURCE_BYTES } from '@oracle-gateway/ledger';
import {
  type Address,
  type Aggregation,
  type ApiConfig,
  canonicalApiConfig,
  deriveFeedId,
  deriveSourceId,
  EXACT_DECIMALS,
  formatValue,
  fromHex,
  indexText,
  type SourceId,
  toHex,
  isList,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { canonicalSource, ruleOf, type Subject } from '@oracle-gateway/protocol/internal';
import { NO_QUORUM_VALUE, tellAbsence } from '../answers/answered-list.js';
import { tellValue } from '../answers/stored-answer.js';
import type { RoundEngine } from '../engine/index.js';

type Data = SimulateAnswer['data'];
type Outcome = Awaited<ReturnType<RoundEngine['dryRun']>>;
type Sight = Outcome['sights'][number];
type SeenValue = Extract<Sight, { readonly values: unknown }>['values'][number];

type ToldSubject = Pick<Data, 'sourceId' | 'canonicalSourceId' | 'feedId' | 'mode' | 'decimals' | 'onChain' | 'sources'>;

interface FeedsOf {
  /** null: a stranger, who has no feeds. */
  readonly feedOwner: Address | null;
  readonly signaturesRequired: number;
}

/** The members of an answer that say what was tried. */
export function tellSubject(subject: Subject, feeds: FeedsOf): ToldSubject {
  const { form, sourceId, sources, combine } = subject;
  const told = { sourceId: toHex(sourceId), ...feedOf(sourceId, feeds) };
  const [only] = sources;
  if (form === SOURCE_FORM && only !== undefined)
    return { ...told, ...canonicalOf(only.apiConfig), ...modeOf(ruleOf(subject)), onChain: fits(only.apiConfig) };
  const ofSources = sources.map((source) => ({
    sourceId: toHex(source.sourceId),
    ...canonicalOf(source.apiConfig),
    ...feedOf(source.sourceId, feeds),
    ...modeOf(source.apiConfig.aggregation),
    onChain: fits(source.apiConfig),
  }));
  if (combine === undefined) return { ...told, sources: ofSources };
  const text = indexText({ sourceIds: sources.map((source) => source.sourceId), combine });
  return { ...told, ...modeOf(ruleOf(subject)), onChain: text.length <= MAX_SHOWN_SOURCE_BYTES, sources: ofSources };
}

function feedOf(sourceId: SourceId, { feedOwner: owner, signaturesRequired }: FeedsOf): { readonly feedId?: string } {
  return owner === null ? {} : { feedId: toHex(deriveFeedId({ owner, sourceId, signaturesRequired })) };
}

/** The id of the same source in the form that is fetched, where it was sent in another. */
function canonicalOf(apiConfig: ApiConfig): { readonly canonicalSourceId?: string } {
  const canonical = canonicalSource(apiConfig);
  return canonical === apiConfig ? {} : { canonicalSourceId: toHex(deriveSourceId(canonical)) };
}

function modeOf(rule: Aggregation | undefined): { readonly mode: 'exact' | 'tolerance'; readonly decimals: number } {
  return { mode: rule === undefined ? 'exact' : 'tolerance', decimals: rule?.numeric.decimals ?? EXACT_DECIMALS };
}

/** Whether the text of a source fits into a transaction that shows it to its feed. */
function fits(apiConfig: ApiConfig): boolean {
  return Buffer.byteLength(canonicalApiConfig(apiConfig)) <= MAX_SHOWN_SOURCE_BYTES;
}

interface Signable {
  readonly verdict: Extract<Outcome['verdict'], { readonly value: string }>;
  readonly sights: readonly Sight[];
}

/** The member `wouldSign`: a value that a round would have signed. */
export function tellVerdict({ verdict, sights }: Signable, subject: Subject, quorum: number): NonNullable<Data['wouldSign']> {
  const { value, values } = verdict;
  const told = { value: tellValue(fromHex(value, 32), subject), valuePacked: value, quorum };
  if (!isList(subject.form)) return told;
  return {
    ...told,
    values: values.map((packed, place) =>
      packed === null
        ? { reason: absenceAt(place, sights, quorum) }
        : { value: rendered(packed, subject.rules[place]), valuePacked: packed },
    ),
  };
}

/** The commonest trouble of the nodes with a source, or that too few of their values agree. */
function absenceAt(place: number, sights: readonly Sight[], quorum: number): ReturnType<typeof tellAbsence> {
  const seen = sights.flatMap((sight) => ('values' in sight ? (sight.values[place] ?? []) : []));
  const troubles = seen.flatMap((one) => ('value' in one ? [] : [one]));
  const timesOf = (code: string): number => troubles.filter((other) => other.code === code).length;
  const [commonest] = troubles.toSorted((a, b) => timesOf(b.code) - timesOf(a.code));
  if (commonest === undefined || seen.length - troubles.length >= quorum) return tellAbsence({ code: NO_QUORUM_VALUE });
  const { code, detail, step, upstreamStatus } = commonest;
  return { code, detail, ...(step === undefined ? {} : { step }), ...(upstreamStatus === undefined ? {} : { upstreamStatus }) };
}

/** A row of the answer: the value that one node saw, and of a list that of each source. */
export function tellSight(sight: Sight, { form, rules }: Subject): Data['nodes'][number] {
  const row = { nodeIndex: sight.node.index, latencyMs: sight.latencyMs };
  if ('trouble' in sight) return { ...row, error: sight.trouble };
  const told = sight.values.map((one, place) => tellSeen(one, rules[place]));
  const [only] = told;
  return isList(form) || only === undefined ? { ...row, values: told } : { ...row, ...only };
}

function tellSeen(seen: SeenValue, rule: Aggregation | undefined) {
  if (!('value' in seen)) return { error: seen };
  const { value, receivedAtMs } = seen;
  return { value: rendered(value, rule), valuePacked: value, receivedAtMs };
}

function rendered(packed: string, rule: Aggregation | undefined): string {
  return formatValue(fromHex(packed, 32), rule);
}
