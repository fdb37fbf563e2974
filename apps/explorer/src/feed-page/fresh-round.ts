import { type ComponentChildren, h } from 'preact';
import { useAskCards } from '../asking/use-ask-cards.js';
import type { PageContext } from '../shell/page-context.js';
import type { KnownFeed } from './known-feed.js';

/** A round of the feed, asked for as it opens, beside what pays for it. */
export function FreshRound({ page, feed }: { readonly page: PageContext; readonly feed: KnownFeed }): ComponentChildren {
  const { subject, secretNames, quorum, listed } = feed;
  const { secrets, round, identity, dryRun } = useAskCards({ page, subject, secretNames, quorum, shown: listed ?? {}, isAsked: true });
  return h('div', { class: 'columns fresh' }, [h('div', null, [secrets, round]), h('div', null, [identity, dryRun])]);
}
