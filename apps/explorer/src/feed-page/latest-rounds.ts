import type { Client, FeedRoundsPage } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { objectOf, wholeNumberIn } from '../read-json.js';
import { linkTo } from '../shell/address.js';
import { Card } from '../view/card.js';
import { useLoading } from '../view/loaded.js';
import { numberText, type ShownUnit } from '../words/numbers.js';
import { clockText, momentText } from '../words/times.js';
import type { LiveAnswer } from './use-latest.js';

interface RoundsInput {
  readonly reader: Client;
  readonly feedId: string;
  readonly shown: ShownUnit;
  /** Answers of this visit, newest first. */
  readonly seen: readonly LiveAnswer[];
}

interface RoundRow {
  readonly roundId: string;
  readonly observedAtMs: number;
  readonly value: string;
  readonly nodes: string;
  readonly state: string;
}

const MAX_ROWS = 8;
const REFRESH_MS = 15_000;

/** The last rounds of a feed: those of this visit with their verdict, the others by the gateway's word. */
export function LatestRounds({ reader, feedId, shown, seen }: RoundsInput): ComponentChildren {
  const { task } = useLoading((signal) => reader.feedRounds(feedId, { limit: MAX_ROWS, signal }), feedId, REFRESH_MS);
  const recorded = task.state === 'done' ? recordedRows(task.value) : [];
  const rows = rowsOf(seen, recorded);
  return h(Card, { title: 'Latest rounds' }, [
    rows.length > 0
      ? h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'Table of rounds' }, h(RoundsTable, { rows, shown }))
      : h(
          'p',
          { class: 'quiet', role: 'status' },
          task.state === 'running' ? 'Reading the rounds …' : 'No round of the last hour is on record.',
        ),
    h('p', { class: 'quiet' }, 'A row leads to its round, which you can verify by itself.'),
  ]);
}

function RoundsTable({ rows, shown }: { readonly rows: readonly RoundRow[]; readonly shown: ShownUnit }): ComponentChildren {
  return h('table', { id: 'rounds' }, [
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        ['Time', 'Value', 'Nodes', 'State'].map((name) => h('th', { scope: 'col', key: name, class: name === 'Value' ? 'end' : '' }, name)),
      ),
    ),
    h(
      'tbody',
      { class: 'number' },
      rows.map(({ roundId, observedAtMs, value, nodes, state }) =>
        h('tr', { key: roundId }, [
          h('td', { title: momentText(observedAtMs) }, h('a', { href: linkTo({ place: 'round', roundId }) }, clockText(observedAtMs))),
          h('td', { class: 'end' }, numberText(value, shown.displayDecimals)),
          h('td', null, nodes),
          h('td', { class: state === '✓ verified' ? 'good' : 'quiet' }, state),
        ]),
      ),
    ),
  ]);
}

function rowsOf(seen: readonly LiveAnswer[], recorded: readonly RoundRow[]): readonly RoundRow[] {
  const live = seen.map(({ latest, verified }) => ({
    ...latest,
    nodes: latest.signers.join(' '),
    state: verified.state === 'done' ? '✓ verified' : verified.state === 'failed' ? 'not verified' : 'being verified',
  }));
  const known = new Set(live.map(({ roundId }) => roundId));
  return [...live, ...recorded.filter(({ roundId }) => !known.has(roundId))]
    .toSorted((a, b) => b.observedAtMs - a.observedAtMs)
    .slice(0, MAX_ROWS);
}

function recordedRows({ rounds }: FeedRoundsPage): readonly RoundRow[] {
  return rounds.flatMap(({ roundId, value, signers, state, ...round }) => {
    const observedAtMs = wholeNumberIn(objectOf(round)?.['observedAt']);
    return value === undefined || observedAtMs === undefined
      ? []
      : [{ roundId, observedAtMs, value, nodes: signers === undefined ? '' : `${signers} signed`, state }];
  });
}
