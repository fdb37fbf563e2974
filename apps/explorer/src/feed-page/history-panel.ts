import type { LatestValues } from '@oracle-gateway/client/public-feeds';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { Loaded, useLoading } from '../view/loaded.js';
import type { ShownUnit } from '../words/numbers.js';
import { chartRowOf, type ChartRow, csvUrl, type HistoryRange, RANGES, spanOf } from './feed-history.js';
import { HistoryChart } from './history-chart.js';
import type { LiveAnswer } from './use-latest.js';

interface HistoryPanelInput {
  readonly gateway: string;
  readonly reads: Pick<LatestValues, 'history'>;
  readonly feedId: string;
  readonly title: string;
  readonly shown: ShownUnit;
  readonly newest: LiveAnswer | undefined;
  /** The feed is younger than a day. */
  readonly isYoung: boolean;
}

const REFRESH_MS = 60_000;

/** The recorded values of a public feed over a range, with the newest one. */
export function HistoryPanel({ gateway, reads, feedId, title, shown, newest, isYoung }: HistoryPanelInput): ComponentChildren {
  const [range, setRange] = useState<HistoryRange>(RANGES[isYoung ? 0 : 1]);
  const read = async (signal: AbortSignal): Promise<readonly ChartRow[]> =>
    (await reads.history({ feedId, ...spanOf(range, Date.now()) }, { signal })).map(chartRowOf);
  const loading = useLoading(read, `${feedId} ${range.name}`, REFRESH_MS);
  return h(Card, { title: 'Value' }, [
    h('div', { class: 'row card-tools' }, [
      h(
        'div',
        { role: 'group', 'aria-label': 'Range of time', class: 'segments' },
        RANGES.map((one) =>
          h(
            'button',
            { type: 'button', class: 'small', key: one.name, 'aria-pressed': one.name === range.name, onClick: () => setRange(one) },
            one.name,
          ),
        ),
      ),
      h('a', { class: 'button small', href: csvUrl({ gateway, feedId, range, nowMs: Date.now() }), download: '' }, 'CSV'),
    ]),
    h(Loaded<readonly ChartRow[]>, {
      of: loading,
      what: 'the history',
      room: 'chart-room',
      children: (rows) => {
        const toMs = Date.now();
        const recorded = rows.map((row) => ({ ...row, isVerified: false }));
        const points = newest === undefined ? recorded : [...recorded, pointOf(newest)];
        return h(HistoryChart, { title, points, shown, fromMs: toMs - range.seconds * 1_000, toMs });
      },
    }),
    h('p', { class: 'quiet legend' }, [
      h('span', { class: 'key line-key', 'aria-hidden': 'true' }),
      ' recorded by the gateway ',
      h('span', { class: 'key band-key', 'aria-hidden': 'true' }),
      ' lowest to highest ',
      h('span', { class: 'good key', 'aria-hidden': 'true' }, '●'),
      ' verified in this page',
    ]),
  ]);
}

function pointOf({ latest, verified }: LiveAnswer): ChartRow & { readonly isVerified: boolean } {
  const value = Number(latest.value);
  return { atMs: latest.observedAtMs, value: latest.value, low: value, high: value, isVerified: verified.state === 'done' };
}
