export interface ChartPoint {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly value: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line over time, in the units of an SVG view box. */
export interface Chart {
  /** `d` of a path. */
  readonly line: string;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly point: ChartPoint }[];
  readonly lowest: number;
  readonly highest: number;
}

const MARGIN = 8;

/** Places points by time and value; a line of one value lies in the middle. Undefined without a point. */
export function chartOf(points: readonly ChartPoint[], { width, height }: Size): Chart | undefined {
  const sorted = points.filter(({ atMs, value }) => Number.isFinite(atMs) && Number.isFinite(value)).sort((a, b) => a.atMs - b.atMs);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const values = sorted.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const share = (part: number, whole: number): number => (whole === 0 ? 0.5 : part / whole);
  const dots = sorted.map((point) => ({
    x: tenth(MARGIN + share(point.atMs - first.atMs, last.atMs - first.atMs) * (width - 2 * MARGIN)),
    y: tenth(height - MARGIN - share(point.value - lowest, highest - lowest) * (height - 2 * MARGIN)),
    point,
  }));
  return { line: `M${dots.map(({ x, y }) => `${x} ${y}`).join('L')}`, dots, lowest, highest };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
