import { toHex } from '@oracle-gateway/protocol';
import { type ComponentChildren, h } from 'preact';
import { readableUrl } from '../feeds/titles.js';
import { linkTo } from '../shell/address.js';
import { Card } from '../view/card.js';
import { type FactRow, Facts } from '../view/facts.js';
import { ShortId } from '../view/short-id.js';
import type { KnownFeed } from './known-feed.js';
import { ruleText } from './rule-words.js';

/** The facts of a feed: where its number comes from, the rule, ids and terms. */
export function AboutFeed({ feed, nodes }: { readonly feed: KnownFeed; readonly nodes: number | undefined }): ComponentChildren {
  const { subject, listed, open, quorum, source } = feed;
  const [first, ...others] = subject.sources.map(({ apiConfig }) => apiConfig);
  const isOne = others.length === 0;
  const rows: readonly FactRow[] = [
    [
      isOne ? 'Source' : 'Sources',
      subject.sources.map(({ apiConfig: { url, method } }) =>
        h('code', { class: 'line-of', key: url }, `${method === 'GET' ? '' : `${method} `}${readableUrl(url)}`),
      ),
    ],
    ['Number', isOne ? h('code', null, first?.responseParser ?? 'the whole answer') : undefined],
    ['Changed by', isOne && first?.valueTransform !== undefined ? h('code', null, first.valueTransform) : undefined],
    ['Rule', ruleText(subject, { quorum, nodes })],
    ['Source id', h(ShortId, { id: toHex(subject.sourceId), what: 'the source id' })],
    ['Feed id', open && h(ShortId, { id: open.feedId, what: 'the feed id' })],
    ['Kept by', open && (open.isOperators ? 'the operator of this gateway' : 'a subscriber, who made it public')],
    ['Terms', listed && h('a', { href: listed.termsUrl, rel: 'noreferrer' }, `Terms of ${listed.provider}`)],
    ['Note', listed?.disclosure],
  ];
  return h(Card, { title: 'What it is' }, [
    h(Facts, { rows }),
    h('a', { class: 'button', href: linkTo({ place: 'new', source: { ...source }, quorum }) }, 'Open in the builder'),
  ]);
}
