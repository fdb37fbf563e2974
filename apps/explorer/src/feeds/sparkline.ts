import { type ComponentChildren, h } from 'preact';
import { chartOf } from '../history/chart.js';

const SIZE = { width: 120, height: 36 };
/** Fewer values tell no course. */
const MIN_VALUES = 3;

/** The course of the last day without scales. The page of the feed has them. */
export function Sparkline({ trend }: { readonly trend: readonly number[] }): ComponentChildren {
  const chart = chartOf(
    trend.map((value, place) => ({ atMs: place, value })),
    SIZE,
  );
  if (chart === undefined || trend.length < MIN_VALUES) return null;
  return h(
    'svg',
    { class: 'spark', viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, 'aria-hidden': 'true' },
    h('path', { d: chart.line, class: 'line' }),
  );
}
