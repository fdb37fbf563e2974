import { type NodeErrorCode, SOURCE_RULES, type SourceRule, type SourceStep } from '@oracle-gateway/node-api';
import { type ApiConfig, isList, SOURCE_FORM } from '@oracle-gateway/protocol';
import { sourceMember, type Subject } from '@oracle-gateway/protocol/internal';
import { type Hint, type HintKey, chooseHint, hintText, sentenceOf } from './failure-words.js';

/** A failed source in a node's words. A node is not trusted: no member is told before it is judged. */
export interface NodeWords {
  readonly code?: NodeErrorCode;
  readonly step?: SourceStep;
  readonly rule?: string;
  readonly matched?: string;
  readonly upstreamStatus?: number;
  /** Place of the source, of several. */
  readonly place?: number;
}

/** A failed source as its requester may hear of it: no text of a source or a node is in it. */
export interface SourceFailure {
  readonly step?: SourceStep;
  readonly rule?: SourceRule;
  /** The beginning of the request's own text that the answer of the source matches. */
  readonly matched?: string;
  readonly upstreamStatus?: number;
  /** The member that holds the source, of several. */
  readonly source?: string;
  /** Names one of the gateway's own hints. */
  readonly hint?: Hint;
  /** Number of nodes that say so, of all that the source failed. */
  readonly nodes?: { readonly agree: number; readonly failed: number };
}

/** The request whose sources failed. */
export interface FailedSubject {
  readonly subject: Subject;
  /** The gateway brought a credential of its own: `matched` could spell it, where a provider echoes what it is sent. */
  readonly isSponsored: boolean;
}

/** Judges the words of one node. */
export function judgeWords(told: NodeWords, { subject, isSponsored }: FailedSubject): SourceFailure {
  // A source that a node may not fetch from looks like one that does not answer. So no caller learns which names resolve to private addresses.
  const words: NodeWords = told.code === 'forbidden_source' ? { step: 'fetch', ...placeOf(told) } : told;
  const { step = 'fetch', upstreamStatus, matched } = words;
  const { source, config } = sourceAt(words.place, subject);
  const rule = ruleIn(words);
  return {
    step,
    ...(rule === undefined ? {} : { rule }),
    ...(isSponsored || !isBeginningOf(matched, config) ? {} : { matched }),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
    ...(source === undefined ? {} : { source }),
    hint: chooseHint(rule ?? (step === 'fetch' ? keyOfFetch(upstreamStatus, isSponsored) : step), config),
  };
}

/** Statuses by which a source refuses the credential it was sent. */
const REFUSALS: readonly (number | undefined)[] = [401, 402, 403];

function keyOfFetch(upstreamStatus: number | undefined, isSponsored: boolean): HintKey {
  if (isSponsored && REFUSALS.includes(upstreamStatus)) return 'sponsor_refused';
  return upstreamStatus ?? 'fetch';
}

function placeOf({ place }: NodeWords): Pick<NodeWords, 'place'> {
  return place === undefined ? {} : { place };
}

/** The source that a node speaks about, and the member that holds it where there are several. */
function sourceAt(place: number | undefined, subject: Subject): { readonly source?: string; readonly config?: ApiConfig } {
  const isOne = subject.form === SOURCE_FORM;
  const named = isOne ? 0 : place;
  const config = named === undefined ? undefined : subject.sources[named]?.apiConfig;
  if (config === undefined || named === undefined) return {};
  return isOne ? { config } : { config, source: sourceMember(subject, named) };
}

/**
 * The failure as most of the nodes tell it, so that no node alone chooses it where several failed: first the source and the step,
 * then rule and status, then how far the text matches. Null: not even the step is that of most.
 */
export function toldByMost(told: readonly NodeWords[], failed: FailedSubject): SourceFailure | null {
  const all = told.length;
  const judged = told.map((words) => judgeWords(words, failed));
  const ofStep = mostOf(judged, ({ source, step }) => `${source} ${step}`, all);
  const [first] = ofStep;
  if (first === undefined) return null;
  const { step = 'fetch', source } = first;
  const ofRule = mostOf(ofStep, ({ rule, upstreamStatus }) => `${rule} ${upstreamStatus}`, all);
  const [one] = ofRule;
  if (one === undefined) {
    return {
      step,
      ...(source === undefined ? {} : { source }),
      hint: chooseHint(step, undefined),
      nodes: { agree: ofStep.length, failed: all },
    };
  }
  const { matched: _matched, ...others } = one;
  const [alike = others] = mostOf(ofRule, ({ matched }) => `${matched}`, all);
  return { ...alike, nodes: { agree: ofRule.length, failed: all } };
}

/** The ones with a key that more than half of all have; none where no key is so common. */
function mostOf<T>(some: readonly T[], keyOf: (one: T) => string, all: number): readonly T[] {
  for (const one of some) {
    const alike = some.filter((other) => keyOf(other) === keyOf(one));
    if (alike.length * 2 > all) return alike;
  }
  return [];
}

/** A rule of this version's list. A fetch that fails without a reason is one that nothing may be told about. */
function ruleIn({ step = 'fetch', rule, upstreamStatus }: NodeWords): SourceRule | undefined {
  if (step === 'fetch' && rule === undefined && upstreamStatus === undefined) return 'unreachable';
  return SOURCE_RULES.find((known) => known === rule);
}

/** A path is matched in `responseParser` or in a step of `valueTransform`. */
function isBeginningOf(matched: string | undefined, config: ApiConfig | undefined): matched is string {
  if (matched === undefined || matched === '') return false;
  return [config?.responseParser, config?.valueTransform].some((text) => text?.startsWith(matched) === true);
}

/** Values of nodes that differ too much: the hint alone. */
export function differingValues({ form, combine, rules: [rule] }: Subject): SourceFailure {
  if (isList(form)) return { hint: 'list_values' };
  return { hint: combine === undefined && rule === undefined ? 'exact_values' : 'tolerance_values' };
}

/** The failure as a sentence. */
export function failureSentence({ source, ...failure }: SourceFailure): string {
  const sentence = sentenceOf(failure);
  return source === undefined ? sentence : `${source}: ${sentence}`;
}

/** A reader of a failed round: the party that asked for it, or any other. */
export type Audience = 'requester' | 'anyone';

/** A failure with its hint in words. */
export type ToldFailure = Omit<SourceFailure, 'hint'> & { readonly hint?: string };

/** Members of an answer about a failed round. Only its requester is told more than the code. */
export function failureMembers(failure: SourceFailure | undefined, to: Audience): ToldFailure {
  if (failure === undefined || to === 'anyone') return {};
  const { hint, ...told } = failure;
  return { ...told, ...(hint === undefined ? {} : { hint: hintText(hint) }) };
}
