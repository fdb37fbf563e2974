import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { TextField } from '../view/field.js';
import { type Feed, searchFeeds } from './feeds.js';

const MAX_SHOWN = 8;

interface CatalogueInput {
  readonly feeds: readonly Feed[];
  readonly chosen: string | undefined;
  readonly onChoose: (feed: Feed) => void;
}

/** Ready-made sources to begin with. */
export function CatalogueCard({ feeds, chosen, onChoose }: CatalogueInput): ComponentChildren {
  const [text, setText] = useState('');
  const found = searchFeeds(feeds, text);
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
    h('p', { role: 'status', class: 'quiet' }, counted(shown.length, found.length)),
  ]);
}

function counted(shown: number, found: number): string {
  if (found === 0) return 'No feed has these words. Write a source of your own below.';
  return shown < found ? `${shown} of ${found} feeds; type to find others.` : `${found} feeds.`;
}
