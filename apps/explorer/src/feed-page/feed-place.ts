import { type ComponentChildren, h } from 'preact';
import { linkTo } from '../shell/address.js';
import type { PageContext } from '../shell/page-context.js';
import { FailureNote } from '../view/failure-note.js';
import { FeedView } from './feed-view.js';
import { knownFeed } from './known-feed.js';

/** One feed, by its key in the catalogue or by its id. */
export function FeedPlace({ page, name }: { readonly page: PageContext; readonly name: string }): ComponentChildren {
  const { facts, openFeeds } = page;
  const { task, again } = openFeeds;
  // A gateway whose public feeds cannot be read has a page for each feed of its catalogue all the same.
  const open = task.state === 'done' ? task.value : task.state === 'failed' && !name.startsWith('0x') ? [] : undefined;
  const feed = knownFeed({ name, feeds: facts.feeds, open });
  if (feed === null) return h(Missing, { name });
  if (feed !== undefined) return h(FeedView, { page, feed, key: feed.open?.feedId ?? '' });
  if (task.state === 'failed' && name.startsWith('0x'))
    return [h(FailureNote, { failure: task.failure }), h('button', { type: 'button', onClick: again }, 'Try again')];
  return facts.failure === undefined ? h('p', { class: 'quiet loading whole', role: 'status' }, 'Reading the feed …') : null;
}

function Missing({ name }: { readonly name: string }): ComponentChildren {
  const isId = name.startsWith('0x');
  return h('div', { class: 'note failed', role: 'alert' }, [
    h('h1', null, isId ? 'This feed is not public here' : 'This gateway has no such feed'),
    h(
      'p',
      null,
      isId
        ? 'No public feed of this gateway has this id. Its owner may have closed it, or it is public at another gateway.'
        : `The gateway’s catalogue does not list ${name}, or not any more.`,
    ),
    h('p', null, [
      h('a', { href: linkTo({ place: 'feeds' }) }, 'See all feeds'),
      ' or ',
      h('a', { href: linkTo({ place: 'new' }) }, 'make one of your own'),
      '.',
    ]),
  ]);
}
