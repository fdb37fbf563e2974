import type { Subject } from '@oracle-gateway/protocol/internal';
import { objectOf, textIn, wholeNumberIn } from '../read-json.js';
import { readSubject } from '../source/asked.js';
import { told } from '../told.js';

/** A value of a feed by the gateway's word. */
export interface ToldValue {
  readonly roundId: string;
  /** The stamp, unix milliseconds. */
  readonly observedAtMs: number;
  /** Decimal text. */
  readonly value: string;
  readonly signers: readonly number[];
}

/** A feed whose values anyone may read. */
export interface OpenFeed {
  /** Hex with `0x`. */
  readonly feedId: string;
  /** Its key in the catalogue. */
  readonly key: string | undefined;
  /** The gateway's operator keeps it, rather than a subscriber. */
  readonly isOperators: boolean;
  readonly subject: Subject;
  readonly quorum: number;
  readonly latest: ToldValue | undefined;
  /** Values of the last day, oldest first. */
  readonly trend: readonly number[];
}

const MAX_FEEDS = 1_000;

/** The feeds of an answer, the operator's first. A feed that breaks its form is passed over. */
export function publicFeedsIn(listed: readonly unknown[]): readonly OpenFeed[] {
  const feeds = listed.slice(0, MAX_FEEDS).flatMap((one) => publicFeedIn(one) ?? []);
  return feeds.toSorted((a, b) => Number(b.isOperators) - Number(a.isOperators));
}

/** Undefined where it breaks its form. */
export function publicFeedIn(one: unknown): OpenFeed | undefined {
  const members = objectOf(one) ?? {};
  const feedId = textIn(members['feedId']);
  const quorum = wholeNumberIn(members['signaturesRequired']);
  const subject = subjectIn(members);
  if (feedId === undefined || quorum === undefined || subject === undefined) return undefined;
  const trend: unknown = members['trend'];
  return {
    ...{ feedId, quorum, subject },
    key: textIn(members['feed']),
    isOperators: members['openedBy'] === 'operator',
    latest: toldValueIn(members['latest']),
    trend: (Array.isArray(trend) ? trend : []).map(Number).filter(Number.isFinite),
  };
}

export function toldValueIn(latest: unknown): ToldValue | undefined {
  const members = objectOf(latest);
  const roundId = textIn(members?.['roundId']);
  const observedAtMs = wholeNumberIn(members?.['observedAt']);
  const value = textIn(members?.['value']);
  const signers: unknown = members?.['signers'];
  if (roundId === undefined || observedAtMs === undefined || value === undefined) return undefined;
  const nodes = (Array.isArray(signers) ? signers : []).flatMap((index: unknown) => wholeNumberIn(index) ?? []);
  return { roundId, observedAtMs, value, signers: nodes };
}

function subjectIn({ apiConfig, apiConfigs, combine }: Readonly<Record<string, unknown>>): Subject | undefined {
  const members = apiConfig === undefined ? { apiConfigs, combine } : objectOf(apiConfig);
  return members === undefined ? undefined : told(() => readSubject(members));
}
