import { type ComponentChildren, h } from 'preact';
import { AskCards } from '../asking/ask-cards.js';
import type { Feed } from '../catalogue/feeds.js';
import { linkTo } from '../shell/address.js';
import type { PageContext } from '../shell/page-context.js';
import { readDraft, textOfSource } from '../source/draft.js';
import { className } from '../feeds/asset-class.js';

/** One feed, by its key in the catalogue. */
export function FeedPlace({ page, name }: { readonly page: PageContext; readonly name: string }): ComponentChildren {
  const { facts } = page;
  if (facts.feeds === undefined)
    return facts.failure === undefined ? h('p', { class: 'quiet loading', role: 'status' }, 'Reading the feed …') : null;
  const feed = facts.feeds.find(({ key }) => key === name);
  return feed === undefined
    ? h('div', { class: 'note failed', role: 'alert' }, [
        h('h1', null, 'This gateway has no such feed'),
        h('p', null, `Its catalogue does not list ${name}, or not any more.`),
        h('p', null, h('a', { href: linkTo({ place: 'feeds' }) }, 'See all feeds')),
      ])
    : h(FeedView, { page, feed });
}

function FeedView({ page, feed }: { readonly page: PageContext; readonly feed: Feed }): ComponentChildren {
  const draft = readDraft(textOfSource(feed.source));
  return [
    h('p', { class: 'crumbs' }, [
      h('a', { href: linkTo({ place: 'feeds' }) }, 'Feeds'),
      ` / ${className(feed.assetClass)} / `,
      h('strong', null, feed.title),
    ]),
    h('h1', null, [feed.title, ' ', h('span', { class: 'pill' }, feed.provider)]),
    h(AskCards, {
      page,
      subject: draft.ok ? draft.subject : undefined,
      secretNames: draft.ok ? draft.secretNames : [],
      quorum: feed.quorum,
      shown: feed,
    }),
  ];
}
