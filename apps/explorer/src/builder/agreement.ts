import type { Aggregation } from '@oracle-gateway/protocol';
import { scaledValue, shareText } from '../dry-run/spread.js';
import { objectOf, wholeNumberIn } from '../read-json.js';

/** The rule by which nodes agree, in the words of the builder. */
export type Agreement =
  | { readonly rule: 'same' }
  | {
      readonly rule: 'median';
      /** Hundredths of a percent. */
      readonly bps: number;
      readonly ageMs: number;
      /** Digits behind the point that are kept. */
      readonly decimals: number;
    };

export const FIRST_MEDIAN = { rule: 'median', bps: 50, ageMs: 15_000, decimals: 8 } as const satisfies Agreement;
const BPS_STEPS = [50, 100, 200, 500, 1_000, 2_000, 5_000];
const MOST_BPS = 10_000;
/** A spread of one moment may be several times as large in the next. */
const ROOM = 5n;
/** A rule with less room than this would fail soon. */
const LEAST_ROOM = 2n;
const MOST_KEPT = 18;

/** Undefined where the member has another form: the JSON view shows it. */
export function agreementOf(aggregation: unknown): Agreement | undefined {
  if (aggregation === undefined) return { rule: 'same' };
  const members = objectOf(aggregation);
  const bps = wholeNumberIn(members?.['maxDeviationBps']);
  const ageMs = wholeNumberIn(members?.['maxAgeMs']);
  const decimals = wholeNumberIn(objectOf(members?.['numeric'])?.['decimals']);
  return bps === undefined || ageMs === undefined || decimals === undefined ? undefined : { rule: 'median', bps, ageMs, decimals };
}

/** The member of the source; a bound by amount that is there stays. */
export function aggregationOf(agreement: Agreement, before: unknown): Aggregation | undefined {
  if (agreement.rule === 'same') return undefined;
  const { bps, ageMs, decimals } = agreement;
  const maxDeviation = objectOf(before)?.['maxDeviation'];
  return {
    mode: 'tolerance',
    rule: 'median',
    maxDeviationBps: bps,
    ...(typeof maxDeviation === 'string' ? { maxDeviation } : {}),
    maxAgeMs: ageMs,
    numeric: { type: 'int256', decimals },
  };
}

export function agreementWords(agreement: Agreement): string {
  if (agreement.rule === 'same') return 'every node sees the same number';
  return `median within ${percentText(agreement.bps)} %, of values at most ${agreement.ageMs / 1_000} s old`;
}

/** Hundredths of a percent as a percentage with two digits. */
export function percentText(bps: number): string {
  return (bps / 100).toFixed(2);
}

/** A percentage as a visitor writes it, with at most two digits behind the point, as hundredths of it. */
export function bpsIn(text: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(text.trim()) ?? [];
  const bps = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return whole === '' || bps > MOST_BPS ? undefined : bps;
}

export interface Proposal {
  readonly agreement: Agreement;
  /** The least that a median has to allow, hundredths of a percent. */
  readonly leastBps: number;
  readonly why: string;
}

/** The rule that fits what the nodes saw just now; undefined for fewer than two numbers. */
export function proposedAgreement(values: readonly string[]): Proposal | undefined {
  if (values.length < 2) return undefined;
  const numbers = values.map(scaledValue).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const [lowest = 0n, highest = 0n] = [numbers[0], numbers.at(-1)];
  const median = numbers[Math.floor((numbers.length - 1) / 2)] ?? 0n;
  const decimals = Math.min(MOST_KEPT, Math.max(FIRST_MEDIAN.decimals, ...values.map((value) => value.split('.')[1]?.length ?? 0)));
  const leastBps = bpsOf((highest - lowest) * LEAST_ROOM, median);
  const bps = roomFor(highest - lowest, median);
  if (lowest < 0n) {
    return { agreement: { ...FIRST_MEDIAN, bps, decimals }, leastBps, why: 'The number is below zero, which only a median can sign.' };
  }
  if (lowest === highest) return { agreement: { rule: 'same' }, leastBps: 0, why: `${values.length} nodes saw the same number just now.` };
  return {
    agreement: { ...FIRST_MEDIAN, bps, decimals },
    leastBps,
    why: `The number moved ${shareText(highest - lowest, median)} between nodes just now, so a median fits.`,
  };
}

function roomFor(spread: bigint, median: bigint): number {
  const least = Math.max(FIRST_MEDIAN.bps, bpsOf(spread * ROOM, median));
  return BPS_STEPS.find((bps) => bps >= least) ?? MOST_BPS;
}

/** Hundredths of a percent, rounded up. */
function bpsOf(part: bigint, whole: bigint): number {
  if (part === 0n) return 0;
  const size = whole < 0n ? -whole : whole;
  return size === 0n ? MOST_BPS : Math.min(MOST_BPS, Number((part * 10_000n + size - 1n) / size));
}
