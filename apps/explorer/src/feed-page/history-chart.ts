import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { useWidth } from '../view/use-width.js';
import { numberText, quantityText, type ShownUnit } from '../words/numbers.js';
import { axisTimeText, momentText } from '../words/times.js';
import { type HistoryShape, historyShape, nearestDot, type ShapePoint } from './history-shape.js';

interface ChartInput {
  readonly title: string;
  readonly points: readonly ShapePoint[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly shown: ShownUnit;
}

const FIRST_WIDTH = 720;
const HEIGHT = 270;
const DAY_MS = 86_400_000;
const BOX = { width: 190, height: 44 };

/** Values over time with axes. The pointer and the arrow keys read single values. */
export function HistoryChart({ title, points, fromMs, toMs, shown }: ChartInput): ComponentChildren {
  const { place, width } = useWidth<HTMLDivElement>(FIRST_WIDTH);
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const offsetMs = -new Date(toMs).getTimezoneOffset() * 60_000;
  const shape = historyShape({ points, fromMs, toMs, width, height: HEIGHT, offsetMs });
  if (shape === undefined) return h('div', { ref: place, class: 'quiet' }, 'The feed has no value of this time yet.');
  const last = shape.dots.length - 1;
  const at = Math.min(chosen ?? last, last);
  const dot = shape.dots[at];
  const newest = shape.dots.at(-1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, next)));
  };
  const onPointerMove = (event: PointerEvent): void => {
    const box = place.current?.getBoundingClientRect();
    if (box !== undefined) setChosen(nearestDot(shape, event.clientX - box.left));
  };
  const text = dot === undefined ? '' : `${quantityText(dot.point.value, shown)} at ${momentText(dot.point.atMs)}`;
  return h(
    'div',
    {
      ...{ ref: place, class: 'history', tabIndex: 0, role: 'slider', id: 'history', onKeyDown, onPointerMove },
      'aria-label': `${title} over time; arrow keys read single values`,
      ...{ 'aria-valuemin': 0, 'aria-valuemax': last, 'aria-valuenow': at, 'aria-valuetext': text },
      onPointerLeave: () => setChosen(undefined),
      onBlur: () => setChosen(undefined),
    },
    h('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, 'aria-hidden': 'true' }, [
      h(Axes, { shape, isLong: toMs - fromMs > 2 * DAY_MS }),
      h('path', { d: shape.band, class: 'band' }),
      h('path', { d: shape.line, class: 'line' }),
      newest?.point.isVerified === true || last === 0
        ? h('circle', { cx: newest?.x, cy: newest?.y, r: 4, class: newest?.point.isVerified === true ? 'dot verified' : 'dot' })
        : null,
      dot === undefined || chosen === undefined ? null : h(Reading, { shape, dot, text: quantityText(dot.point.value, shown) }),
    ]),
  );
}

interface AxesInput {
  readonly shape: HistoryShape;
  /** Days are named in place of hours. */
  readonly isLong: boolean;
}

function Axes({ shape, isLong }: AxesInput): ComponentChildren {
  const { left, right, bottom, digits } = shape;
  return [
    shape.valueTicks.map(({ y, value }) => [
      h('line', { x1: left, x2: right, y1: y, y2: y, class: 'grid', key: `line ${value}` }),
      h('text', { x: left - 8, y: y + 4, 'text-anchor': 'end', key: `text ${value}` }, numberText(value.toFixed(digits))),
    ]),
    shape.timeTicks.map(({ x, atMs }) =>
      h('text', { x, y: bottom + 18, 'text-anchor': x > right - 20 ? 'end' : 'middle', key: atMs }, axisTimeText(atMs, isLong)),
    ),
  ];
}

function Reading({
  shape,
  dot,
  text,
}: {
  readonly shape: HistoryShape;
  readonly dot: HistoryShape['dots'][number];
  readonly text: string;
}): ComponentChildren {
  const { x, y, point } = dot;
  const left = x - BOX.width - 10 > shape.left ? x - BOX.width - 10 : Math.min(x + 10, shape.right - BOX.width);
  return [
    h('line', { x1: x, x2: x, y1: shape.top, y2: shape.bottom, class: 'cursor' }),
    h('circle', { cx: x, cy: y, r: 4, class: point.isVerified ? 'dot verified' : 'dot' }),
    h('rect', { x: left, y: shape.top + 4, rx: 6, ...BOX, class: 'box' }),
    h('text', { x: left + 10, y: shape.top + 22, class: 'strong' }, text),
    h('text', { x: left + 10, y: shape.top + 39 }, `${momentText(point.atMs)}${point.isVerified ? ' ✓' : ''}`),
  ];
}
