import type { FeedHistoryAnswer } from '@oracle-gateway/gateway-api';
import { HISTORY_SECONDS, HISTORY_STEP_SECONDS, MAX_HISTORY_ROWS } from '@oracle-gateway/gateway-api/internal';
import type { FeedRow } from '@oracle-gateway/outbox';
import { parseDecimal } from '@oracle-gateway/protocol';
import { compareDecimals } from '@oracle-gateway/protocol/internal';
import { GatewayError } from '../errors/gateway-error.js';

export type FeedHistoryRow = FeedHistoryAnswer['data']['rows'][number];

/** Unix seconds, and seconds of a row. */
export interface HistorySpan {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

const DAY_SECONDS = 86_400;

/** The span that a query asks for, within what is kept. Throws 400 `invalid_request`. */
export function readSpan(query: Partial<HistorySpan>, nowSeconds: number): HistorySpan {
  const to = Math.min(query.to ?? nowSeconds, nowSeconds);
  const from = Math.max(query.from ?? to - DAY_SECONDS, nowSeconds - HISTORY_SECONDS);
  if (query.from !== undefined && query.from > to) throw invalid('from: must not be later than `to` or the present');
  const span = Math.max(0, to - from);
  const least = Math.max(1, Math.ceil(span / HISTORY_STEP_SECONDS / (MAX_HISTORY_ROWS - 1))) * HISTORY_STEP_SECONDS;
  const step = query.step ?? least;
  if (step % HISTORY_STEP_SECONDS !== 0) throw invalid(`step: must be a multiple of ${HISTORY_STEP_SECONDS}`);
  if (step < least) throw invalid(`step: must be at least ${least} for this span, or the span shorter`);
  return { from, to, step };
}

/** One row for each step that has a value, oldest first. */
export function rowsOf(rows: readonly FeedRow[], step: number): FeedHistoryRow[] {
  const merged: FeedHistoryRow[] = [];
  for (const { atMs, value } of rows) {
    const at = Math.floor(atMs / 1_000 / step) * step;
    const last = merged.at(-1);
    if (last === undefined || last.at !== at) merged.push({ at, value, low: value, high: value });
    else
      merged[merged.length - 1] = { ...last, low: smaller(value, last.low), high: smaller(value, last.high) === value ? last.high : value };
  }
  return merged;
}

function smaller(one: string, other: string): string {
  return compareDecimals(parseDecimal(one), parseDecimal(other)) <= 0 ? one : other;
}

/** RFC 4180: decimals and integers need no quotes. */
export function csvOf(rows: readonly FeedHistoryRow[]): string {
  return ['at,value,low,high', ...rows.map(({ at, value, low, high }) => [at, value, low, high].join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
}

function invalid(detail: string): GatewayError {
  return new GatewayError('invalid_request', { detail });
}
