import { searchFeeds } from '@oracle-gateway/client/search-feeds';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import type { Feed } from '../catalogue/feeds.js';
import { linkTo } from '../shell/address.js';
import type { PageContext } from '../shell/page-context.js';
import { TextField } from '../view/field.js';
import { classesOf, className } from './asset-class.js';

/** The first view: what values there are, and how to find the wanted one. */
export function FeedsPlace({ page: { facts } }: { readonly page: PageContext }): ComponentChildren {
  return [
    h('h1', null, 'Feeds'),
    h('p', { class: 'lead' }, [
      'A feed is a number of a public API that several nodes read, agree on and sign. This page verifies each signature itself. ',
      h('a', { href: linkTo({ place: 'new' }) }, 'Make your own'),
      ' of any API.',
    ]),
    facts.feeds === undefined
      ? facts.failure === undefined
        ? h('p', { class: 'quiet loading', role: 'status' }, 'Reading the feeds …')
        : null
      : h(Catalogue, { feeds: facts.feeds }),
  ];
}

function Catalogue({ feeds }: { readonly feeds: readonly Feed[] }): ComponentChildren {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const { feeds: found, isMatch } = searchFeeds(feeds, text);
  const shown = found.filter(({ assetClass }) => chosen === undefined || assetClass === chosen);
  return [
    h(TextField, { label: 'Find a feed', type: 'search', hint: 'such as bitcoin, euro dollar or weather', value: text, onChange: setText }),
    h('div', { role: 'group', 'aria-label': 'Kind of feed', class: 'row chips' }, [
      h('button', { type: 'button', class: 'small', 'aria-pressed': chosen === undefined, onClick: () => setChosen(undefined) }, 'All'),
      classesOf(feeds).map((name) =>
        h(
          'button',
          { type: 'button', class: 'small', key: name, 'aria-pressed': chosen === name, onClick: () => setChosen(name) },
          className(name),
        ),
      ),
    ]),
    h('p', { role: 'status', class: 'quiet' }, foundText(shown.length, isMatch)),
    h(
      'ul',
      { class: 'feeds' },
      shown.map((feed) =>
        h(
          'li',
          { key: feed.key },
          h('a', { class: 'feed', href: linkTo({ place: 'feed', feed: feed.key }) }, [
            h('span', null, feed.title),
            h('span', { class: 'quiet' }, feed.provider),
          ]),
        ),
      ),
    ),
  ];
}

function foundText(count: number, isMatch: boolean): string {
  if (count === 0) return 'No feed of this kind has these words. Choose “All”, or make a new feed.';
  const feeds = count === 1 ? 'One feed' : `${count} feeds`;
  return isMatch ? `${feeds}.` : 'No feed has all of these words. These come nearest:';
}
