import type { RoundSummary } from '@oracle-gateway/client';
import { wholeNumberIn, textIn } from '../read-json.js';
import type { ChartPoint } from './chart.js';

/** Rounds of a page that have a value that anyone may read. */
export function chartPointsOf(rounds: readonly RoundSummary[]): readonly ChartPoint[] {
  return rounds.flatMap((round) => {
    const value = textIn(round['value']);
    const atMs = wholeNumberIn(round['observedAt']);
    return value === undefined || atMs === undefined ? [] : [{ atMs, value: Number(value) }];
  });
}
