import { searchFeeds } from '@oracle-gateway/client/search-feeds';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { TextField } from '../view/field.js';
import type { Feed } from './feeds.js';

const MAX_SHOWN = 8;

interface CatalogueInput {
  /** Undefined until they are known. */
  readonly feeds: readonly Feed[] | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (feed: Feed) => void;
}

/** Ready-made sources to begin with. */
export function CatalogueCard({ feeds, chosen, onChoose }: CatalogueInput): ComponentChildren {
  const [text, setText] = useState('');
  const { feeds: found, isMatch } = searchFeeds(feeds ?? [], text);
  const shown = found.slice(0, MAX_SHOWN);
  return h(Card, { title: 'Catalogue' }, [
    h(TextField, { label: 'Find a feed', type: 'search', value: text, onChange: setText }),
    h(
      'ul',
      { class: 'feeds' },
      shown.map((feed) =>
        h('li', { key: feed.key }, [
          h('button', { type: 'button', class: 'feed', 'aria-pressed': feed.key === chosen, onClick: () => onChoose(feed) }, [
            h('span', null, feed.title),
            h('span', { class: 'quiet' }, feed.provider),
          ]),
        ]),
      ),
    ),
    h('p', { role: 'status', class: 'quiet' }, [
      feeds === undefined ? 'Reading the catalogue …' : isMatch ? counted(shown.length, found.length) : nearest(found.length),
    ]),
  ]);
}

function nearest(found: number): string {
  return found === 0
    ? 'No feed has these words. Write a source of your own below.'
    : 'No feed has all these words. These come nearest; or write a source of your own below.';
}

function counted(shown: number, found: number): string {
  return shown < found ? `${shown} of ${found} feeds; type to find others.` : `${found} feeds.`;
}
