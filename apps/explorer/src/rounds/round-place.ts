import type { RoundStatus } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { linkTo } from '../shell/address.js';
import type { PageContext } from '../shell/page-context.js';
import { Card } from '../view/card.js';
import { CopyButton } from '../view/copy-button.js';
import { type FactRow, Facts } from '../view/facts.js';
import { Loaded, useLoading } from '../view/loaded.js';
import { Ago } from '../view/moment.js';
import { ShortId } from '../view/short-id.js';
import { quantityText, shortText } from '../words/numbers.js';
import { type ToldMember, toldRoundOf } from './round-view.js';
import { stepOf } from './steps.js';

/** A round changes its state until it is settled. */
const REFRESH_MS = 5_000;

const PAID_BY: Readonly<Record<RoundStatus['path'], string>> = {
  subscription: 'a subscription',
  agent: 'an escrow',
  x402: 'one payment for this round',
};

/** One round by its id: its state, and its value by the gateway's word. */
export function RoundPlace({ page, roundId }: { readonly page: PageContext; readonly roundId: string }): ComponentChildren {
  const loading = useLoading((signal) => page.reader.roundStatus(roundId, { signal }), roundId, REFRESH_MS);
  return [
    h('p', { class: 'crumbs' }, [h('a', { href: linkTo({ place: 'verify' }) }, 'Verify'), ' / ', h('strong', null, 'Round')]),
    h('h1', null, ['Round ', h(ShortId, { id: roundId, what: 'the round’s id' })]),
    h(Loaded<RoundStatus>, { of: loading, what: 'the round', children: (status) => h(RoundFacts, { page, status }) }),
  ];
}

function RoundFacts({ page, status }: { readonly page: PageContext; readonly status: RoundStatus }): ComponentChildren {
  const { state, createdAt, path, result, roundId } = status;
  const round = toldRoundOf(result, page.facts.feeds);
  const step = stepOf(status, createdAt);
  const recordUrl = `${page.gateway}/v1/rounds/${roundId}`;
  const rows: readonly FactRow[] = [
    ['State', step.text],
    ['Asked', h(Ago, { atMs: createdAt })],
    ['Paid by', PAID_BY[path]],
    ['Observed', round && h(Ago, { atMs: round.observedAtMs })],
    ['Signed by', round && `nodes ${round.signers.join(', ')} (${round.quorum} needed)`],
    ['Source id', round && h(ShortId, { id: round.sourceId, what: 'the source id' })],
    ['Feed id', round?.feedId && h(ShortId, { id: round.feedId, what: 'the feed’s id' })],
    ['Transaction', step.signature && h(ShortId, { id: step.signature, what: 'its signature' })],
  ];
  return h(Card, { title: round?.feed === undefined ? 'What the gateway tells' : `${round.feed.title} · ${round.feed.provider}` }, [
    round === undefined
      ? h('p', null, noValueText(status))
      : [
          round.members === undefined
            ? h('p', { class: 'value' }, quantityText(round.value, round.feed ?? {}))
            : h(Members, { members: round.members }),
          h('p', { class: 'quiet' }, 'By the gateway’s word: this page has not verified it yet.'),
        ],
    h(Facts, { rows }),
    h('div', { class: 'row' }, [
      round === undefined || round.members !== undefined || state === 'failed'
        ? null
        : h('a', { class: 'button main', href: linkTo({ place: 'verify', roundId }) }, 'Verify it here'),
      round?.feed === undefined ? null : h('a', { class: 'button', href: linkTo({ place: 'feed', feed: round.feed.key }) }, 'See its feed'),
      h('a', { class: 'button', href: recordUrl, target: '_blank', rel: 'noreferrer' }, 'The gateway’s record'),
      h(CopyButton, { text: location.href, what: 'the link' }),
    ]),
  ]);
}

/** Values that were bought together. The page of each feed verifies its own. */
function Members({ members }: { readonly members: readonly ToldMember[] }): ComponentChildren {
  const rows = members.map(({ sourceId, value, feed }): FactRow => [
    feed === undefined ? shortText(sourceId) : `${feed.title} · ${feed.provider}`,
    [
      h('span', { class: 'number' }, value === null ? 'no value' : quantityText(value, feed ?? {})),
      feed === undefined ? null : [' ', h('a', { href: linkTo({ place: 'feed', feed: feed.key }) }, 'its feed')],
    ],
  ]);
  return [h('p', null, `${members.length} values under one signature:`), h(Facts, { rows })];
}

function noValueText({ private: isPrivate, state }: RoundStatus): string {
  if (isPrivate === true) return 'The source is private: only its requester may read the value.';
  return state === 'reserved' || state === 'settling'
    ? 'The round has no value yet. This page looks again by itself.'
    : 'The round has no value on record. The gateway keeps a value for an hour; ask for a fresh one at the feed.';
}
