import type { RoundSummary } from '@oracle-gateway/client';
import { integerOf, textOf } from '../read-json.js';
import type { Point } from './chart.js';

/** Rounds of a page that have a value that anyone may read. */
export function pointsOf(rounds: readonly RoundSummary[]): readonly Point[] {
  return rounds.flatMap((round) => {
    const value = textOf(round['value']);
    const seconds = integerOf(round['timestamp']);
    return value === undefined || seconds === undefined ? [] : [{ atMs: seconds * 1_000, value: Number(value) }];
  });
}
