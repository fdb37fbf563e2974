import { readGatewayData } from '../gateway-data.js';
import { objectOf, textIn, wholeNumberIn } from '../read-json.js';

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
const MAX_ROWS = 1_440;

interface HistoryInput {
  readonly gateway: string;
  readonly feedId: string;
  readonly range: HistoryRange;
  readonly nowMs: number;
}

/** Address of the history; with `.csv` that of the same as a file. */
export function historyUrl({ gateway, feedId, range, nowMs }: HistoryInput, ending: '' | '.csv' = ''): string {
  const to = Math.floor(nowMs / 1_000);
  return `${gateway}/v1/feeds/${feedId}/history${ending}?from=${to - range.seconds}&to=${to}&step=${range.step}`;
}

/** @throws GatewayError, TransportError */
export async function readHistory(input: HistoryInput, signal: AbortSignal): Promise<readonly ChartRow[]> {
  return historyRowsIn(await readGatewayData(historyUrl(input), signal));
}

/** Rows that break their form are passed over. */
export function historyRowsIn(data: unknown): readonly ChartRow[] {
  const rows: unknown = objectOf(data)?.['rows'];
  return (Array.isArray(rows) ? rows.slice(0, MAX_ROWS) : []).flatMap((row: unknown) => {
    const members = objectOf(row);
    const at = wholeNumberIn(members?.['at']);
    const [value, low, high] = ['value', 'low', 'high'].map((name) => textIn(members?.[name]));
    if (at === undefined || value === undefined || !Number.isFinite(Number(value))) return [];
    return [{ atMs: at * 1_000, value, low: Number(low ?? value), high: Number(high ?? value) }];
  });
}
