const NICE_STEPS = [1, 2, 2.5, 5, 10] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TIME_STEPS_MS = [
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
];
const MAX_TICKS = 12;

/** Round numbers that span the values, at most `count` and some; equal values have room above and below. */
export function valueTicks(lowest: number, highest: number, count: number): readonly number[] {
  const span = highest - lowest;
  const room = span === 0 ? Math.abs(highest) * 0.01 || 1 : span;
  const step = niceStep(room / Math.max(1, count - 1));
  const first = Math.floor((span === 0 ? lowest - room : lowest) / step);
  const last = Math.ceil((span === 0 ? highest + room : highest) / step);
  return Array.from({ length: Math.min(last - first, MAX_TICKS) + 1 }, (_, place) => rounded((first + place) * step, step));
}

/** Fractional digits that tell ticks of such a distance apart. */
export function digitsOf(step: number): number {
  return Math.max(0, Math.min(18, Math.ceil(-Math.log10(step) - 1e-9)));
}

/**
 * Full hours and days between two times, at most `count`.
 *
 * @param offsetMs by how much the visitor's clock is ahead of UTC
 */
export function timeTicks(
  fromMs: number,
  toMs: number,
  { count, offsetMs }: { readonly count: number; readonly offsetMs: number },
): readonly number[] {
  const step = TIME_STEPS_MS.find((one) => (toMs - fromMs) / one <= count) ?? TIME_STEPS_MS.at(-1) ?? DAY_MS;
  const first = Math.ceil((fromMs + offsetMs) / step) * step - offsetMs;
  const found = Math.max(0, Math.floor((toMs - first) / step) + 1);
  return Array.from({ length: Math.min(found, MAX_TICKS) }, (_, place) => first + place * step);
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (NICE_STEPS.find((one) => one * power >= least) ?? 10) * power;
}

/** The number as people write it: binary fractions have an error. */
function rounded(value: number, step: number): number {
  return Number(value.toFixed(Math.min(100, digitsOf(step) + 1)));
}
