import type { ChartRow } from './feed-history.js';
import { digitsOf, timeTicks, valueTicks } from './scales.js';

/** Value of the chart: recorded, or verified in this visit. */
export interface ShapePoint extends ChartRow {
  readonly isVerified: boolean;
}

interface ShapeInput {
  readonly points: readonly ShapePoint[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly width: number;
  readonly height: number;
  /** Milliseconds by which the visitor's clock is ahead of UTC. */
  readonly offsetMs: number;
}

/** A chart in the units of its view box. */
export interface HistoryShape {
  /** `d` of the line of values. */
  readonly line: string;
  /** `d` of the area between the lowest and the highest of each row. */
  readonly band: string;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly point: ShapePoint }[];
  readonly valueTicks: readonly { readonly y: number; readonly value: number }[];
  readonly timeTicks: readonly { readonly x: number; readonly atMs: number }[];
  /** Fractional digits of the values on the axis. */
  readonly digits: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const MARGIN = { top: 10, right: 10, bottom: 26 };
/** Room for a letter of the axis. */
const LETTER = 7;
const PIXELS_PER_TIME = 90;
const PIXELS_PER_VALUE = 55;

/** Places points by time and value. Undefined without a point. */
export function historyShape({ points, fromMs, toMs, width, height, offsetMs }: ShapeInput): HistoryShape | undefined {
  const known = points.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs).toSorted((a, b) => a.atMs - b.atMs);
  if (known.length === 0) return undefined;
  const values = valueTicks(
    Math.min(...known.map(({ low }) => low)),
    Math.max(...known.map(({ high }) => high)),
    Math.max(3, Math.round(height / PIXELS_PER_VALUE)),
  );
  const [lowest = 0, second = 1] = values;
  const highest = values.at(-1) ?? 1;
  const digits = digitsOf(second - lowest);
  const left = 12 + LETTER * Math.max(...values.map((value) => value.toLocaleString('en', { minimumFractionDigits: digits }).length));
  const [right, bottom] = [width - MARGIN.right, height - MARGIN.bottom];
  const x = (atMs: number): number => tenth(left + ((atMs - fromMs) / (toMs - fromMs)) * (right - left));
  const y = (value: number): number => tenth(bottom - ((value - lowest) / (highest - lowest)) * (bottom - MARGIN.top));
  const path = (places: readonly string[]): string => `M${places.join('L')}`;
  const edge = (of: (row: ShapePoint) => number): readonly string[] => known.map((row) => `${x(row.atMs)} ${y(of(row))}`);
  return {
    line: path(edge(({ value }) => Number(value))),
    band: `${path([...edge(({ high }) => high), ...edge(({ low }) => low).toReversed()])}Z`,
    dots: known.map((point) => ({ x: x(point.atMs), y: y(Number(point.value)), point })),
    valueTicks: values.map((value) => ({ y: y(value), value })),
    timeTicks: timeTicks(fromMs, toMs, { count: Math.max(2, Math.floor((right - left) / PIXELS_PER_TIME)), offsetMs }).map((atMs) => ({
      x: x(atMs),
      atMs,
    })),
    ...{ digits, left, right, bottom, top: MARGIN.top },
  };
}

/** Place of the dot that is nearest to `x`. */
export function nearestDot({ dots }: Pick<HistoryShape, 'dots'>, x: number): number {
  return dots.reduce((best, dot, place) => (Math.abs(dot.x - x) < Math.abs((dots[best]?.x ?? Infinity) - x) ? place : best), 0);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
