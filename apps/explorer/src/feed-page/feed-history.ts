import type { ToldRow } from '@oracle-gateway/client/public-feeds';

/** One row of the recorded history: the gateway's word. */
export interface ChartRow {
  /** Unix milliseconds. */
  readonly atMs: number;
  /** Decimal text. */
  readonly value: string;
  readonly low: number;
  readonly high: number;
}

/** A stretch of time that the chart can show. */
export interface HistoryRange {
  readonly name: string;
  readonly seconds: number;
  /** Seconds of a row. */
  readonly step: number;
}

export const RANGES: readonly [HistoryRange, HistoryRange, HistoryRange] = [
  { name: '1 h', seconds: 3_600, step: 60 },
  { name: '24 h', seconds: 86_400, step: 300 },
  { name: '7 d', seconds: 604_800, step: 3_600 },
];

/** Unix seconds, as the gateway is asked for them. */
export function spanOf(
  { seconds, step }: HistoryRange,
  nowMs: number,
): { readonly from: number; readonly to: number; readonly step: number } {
  const to = Math.floor(nowMs / 1_000);
  return { from: to - seconds, to, step };
}

/** Address of the history as a file. */
export function csvUrl({ gateway, feedId, range, nowMs }: CsvInput): string {
  const { from, to, step } = spanOf(range, nowMs);
  return `${gateway}/v1/feeds/${feedId}/history.csv?from=${from}&to=${to}&step=${step}`;
}

interface CsvInput {
  readonly gateway: string;
  readonly feedId: string;
  readonly range: HistoryRange;
  readonly nowMs: number;
}

export function chartRowOf({ at, value, low, high }: ToldRow): ChartRow {
  return { atMs: at * 1_000, value, low: Number(low), high: Number(high) };
}
