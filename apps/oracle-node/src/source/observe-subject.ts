import {
  type Aggregation,
  type Combine,
  combineNumbers,
  EXACT_DECIMALS,
  type ObservedValue,
  packValue,
  type SourceNumber,
  ValueError,
} from '@oracle-gateway/protocol';
import { sourceMember, sourceBytes, type Subject } from '@oracle-gateway/protocol/internal';
import { setMaxListeners } from 'node:events';
import { NodeError, SourceError } from '../errors/node-error.js';
import type { UnsealedSource } from './sealed-source.js';
import type { AskedSource, ObserveSource } from './shared-fetches.js';

/** Listeners of one source to the signal of its request, at most: of its wait, of its fetch, and of its turn to be read. */
const LISTENERS_OF_SOURCE = 4;

/** A value that this node observed, or why it has none. */
export type SubjectValue = ObservedValue | NodeError;

export function isFailure(found: unknown): found is NodeError {
  return found instanceof NodeError;
}

/** A subject, and particulars of its one observation. */
export interface AskedSubject extends Pick<
  AskedSource,
  'by' | 'signal' | 'charge' | 'waitedMs' | 'observedAtMs' | 'payment' | 'noteReceipt'
> {
  readonly subject: Subject;
  /** One for each source: as it is fetched, or why it is not. */
  readonly sources: readonly (UnsealedSource | NodeError)[];
  /** One for each source. Called when the source needs its place no more. */
  readonly leavePlaces: readonly (() => void)[];
  /** Called with the place of each source that has no value, and with the reason. */
  readonly noteFailure?: (place: number, error: NodeError) => void;
}

/**
 * Observes all sources of a subject at once: the one value of a source or of an index, or one for each source of a list. Rejects only with
 * what is no failure of a source. The signal of `asked` ends every fetch.
 */
export type ObserveSubject = (asked: AskedSubject) => Promise<readonly SubjectValue[]>;

export function createObserveSubject(deps: {
  readonly observeSource: ObserveSource;
  /** A thread has less time for dry runs than for rounds. */
  readonly isForDryRuns?: true;
}): ObserveSubject {
  const how = deps.isForDryRuns === true ? { isDryRun: deps.isForDryRuns } : {};
  const observeOne = async (place: number, { subject, sources, leavePlaces, noteFailure, ...asked }: AskedSubject) => {
    try {
      const source = sources[place];
      const named = subject.sources[place];
      if (source === undefined || named === undefined) throw new TypeError('each source has its particulars');
      if (isFailure(source)) throw source;
      const { config, secrets } = source;
      // The one rule of an index is that of each of its sources.
      const maxAgeMs = (subject.combine ?? subject.rules[place])?.maxAgeMs;
      const decimals = decimalsOf(subject, place);
      const of = { sourceId: named.sourceId, maxAgeMs, decimals, isOneOfSeveral: subject.sources.length > 1 };
      return await deps.observeSource(config, { ...asked, ...how, ...of, secrets });
    } catch (error) {
      if (!isFailure(error)) throw error;
      noteFailure?.(place, error);
      return error;
    } finally {
      // One slow source holds one place, not that of each other source.
      leavePlaces[place]?.();
    }
  };

  return async (asked) => {
    const { subject, signal } = asked;
    // Each source listens to it, a few times at once: more than the ten from which Node.js suspects a leak.
    if (subject.sources.length > 1) setMaxListeners(subject.sources.length * LISTENERS_OF_SOURCE, signal);
    const numbers = await Promise.all(subject.sources.map((_, place) => observeOne(place, asked)));
    if (subject.combine !== undefined) return [combined(numbers, subject, subject.combine)];
    return numbers.map((number, place) => (isFailure(number) ? number : packed(number, subject.rules[place])));
  };
}

/**
 * Requires room for the answers of all sources of a subject. A node without it asks none of them.
 *
 * @throws NodeError with the rule `too_large_here`, for the first source that may answer with too much
 */
export function requireRoom(subject: Subject, maxBodyBytes: number): void {
  const place = subject.sources.findIndex(({ apiConfig }) => sourceBytes(apiConfig) > maxBodyBytes);
  if (place === -1) return;
  const message = `${sourceMember(subject, place)}.maxBytes: must be at most ${maxBodyBytes} at this node`;
  const placeOfSeveral = subject.sources.length === 1 ? undefined : place;
  throw new SourceError('fetch', message, undefined, undefined, { rule: 'too_large_here' }, placeOfSeveral);
}

/**
 * The findings, at least `needed` of them without a failure.
 *
 * @throws NodeError: the failure of one source
 */
export function requireSome<T>(found: readonly (T | NodeError)[], subject: Subject, needed = 1): readonly (T | NodeError)[] {
  const failures = failuresOf(found);
  if (found.length - failures.length >= needed) return found;
  throw failureOf(failures, subject);
}

/** Places of the value that the number of a source becomes; an index packs all its numbers alike. */
function decimalsOf({ rules, combine }: Subject, place: number): number {
  const rule = combine === undefined ? rules[place] : rules[0];
  return rule?.numeric.decimals ?? EXACT_DECIMALS;
}

function packed({ decimal, receivedAtMs }: SourceNumber, rule: Aggregation | undefined): SubjectValue {
  try {
    return { value: packValue(decimal, rule), receivedAtMs };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const message = 'the value must be within range, not negative in exact mode, and not zero unless the source says zero';
    return new SourceError('pack', message, undefined, undefined, { rule: error.reason });
  }
}

/** Sources without a number are told by the failure of one: a caller repairs that first. */
function combined(numbers: readonly (SourceNumber | NodeError)[], subject: Subject, combine: Combine): SubjectValue {
  const failures = failuresOf(numbers);
  const value = combineNumbers(
    numbers.map((number) => (isFailure(number) ? null : number)),
    combine,
  );
  if (value !== null) return value;
  if (numbers.length - failures.length < combine.minSources) {
    const failure = failureOf(failures, subject);
    // Any other code says that no source was asked.
    if (failure instanceof SourceError || failures.length === numbers.length) return failure;
  }
  const message = `combine.minSources: ${combine.minSources} sources must have numbers that agree`;
  return new SourceError('pack', message, undefined, undefined, { rule: 'too_few_sources' });
}

interface Failure {
  readonly place: number;
  readonly error: NodeError;
}

function failuresOf(found: readonly unknown[]): Failure[] {
  return found.flatMap((error, place) => (isFailure(error) ? [{ place, error }] : []));
}

/** The failure of a source that was asked, where one was: a gateway takes `share_used` as proof that no source was. */
function failureOf(failures: readonly Failure[], subject: Subject): NodeError {
  const [told] = failures.toSorted((a, b) => Number(b.error instanceof SourceError) - Number(a.error instanceof SourceError));
  if (told === undefined) throw new TypeError('no source failed');
  if (subject.sources.length === 1) return told.error;
  const member = sourceMember(subject, told.place);
  if (told.error instanceof SourceError) return told.error.at(told.place, member);
  return new NodeError(told.error.code, `${member}: ${told.error.message}`);
}
