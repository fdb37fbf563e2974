import { type ComponentChildren, h } from 'preact';
import { Card } from '../view/card.js';
import { chartOf, type ChartPoint } from './chart.js';

const SIZE = { width: 640, height: 180 };
const DOT = 3.5;

interface HistoryInput {
  /** Values that this page has verified. */
  readonly verified: readonly ChartPoint[];
  /** Values that the gateway has on record. */
  readonly recorded: readonly ChartPoint[];
}

/** The values of one feed over time. */
export function HistoryCard({ verified, recorded }: HistoryInput): ComponentChildren {
  const known = new Set(verified.map(({ atMs }) => atMs));
  const chart = chartOf([...verified, ...recorded.filter(({ atMs }) => !known.has(atMs))], SIZE);
  if (chart === undefined) return h(Card, { title: 'History' }, h('p', { class: 'quiet' }, 'The feed has no values of the last hour.'));
  const { line, dots, lowest, highest } = chart;
  const label = `${dots.length === 1 ? 'One value' : `${dots.length} values`} from ${lowest} to ${highest}, ${verified.length} verified here`;
  return h(Card, { title: 'History' }, [
    h('div', { class: 'chart' }, [
      h('span', { class: 'quiet number' }, String(highest)),
      h('svg', { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: 'img', 'aria-label': label }, [
        h('path', { d: line, class: 'line' }),
        dots.map(({ x, y, point }) =>
          h('circle', { cx: x, cy: y, r: DOT, key: point.atMs, class: known.has(point.atMs) ? 'dot verified' : 'dot' }, [
            h('title', null, `${point.value} at ${new Date(point.atMs).toISOString()}`),
          ]),
        ),
      ]),
      lowest === highest ? null : h('span', { class: 'quiet number' }, String(lowest)),
    ]),
    h('p', { class: 'quiet' }, `${label}. The others are not verified: the gateway reports them.`),
  ]);
}
