import type { RoundSummary } from '@oracle-gateway/client';
import { wholeNumberIn, textIn } from '../read-json.js';
import type { ChartPoint } from './chart.js';

/** Rounds of a page that have a value that anyone may read. */
export function chartPointsOf(rounds: readonly RoundSummary[]): readonly ChartPoint[] {
  return rounds.flatMap((round) => {
    const value = textIn(round['value']);
    const seconds = wholeNumberIn(round['timestamp']);
    return value === undefined || seconds === undefined ? [] : [{ atMs: seconds * 1_000, value: Number(value) }];
  });
}
