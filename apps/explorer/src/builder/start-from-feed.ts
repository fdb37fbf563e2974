import { searchFeeds } from '@oracle-gateway/client/search-feeds';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import type { Feed } from '../catalogue/feeds.js';
import { TextField } from '../view/field.js';

const MAX_SHOWN = 8;

interface StartInput {
  /** Undefined until they are known. */
  readonly feeds: readonly Feed[] | undefined;
  readonly chosen: string | undefined;
  readonly onFeed: (feed: Feed) => void;
}

/** A feed of the catalogue to begin with. */
export function StartFromFeed({ feeds, chosen, onFeed }: StartInput): ComponentChildren {
  const [text, setText] = useState('');
  const { feeds: found, isMatch } = searchFeeds(feeds ?? [], text);
  const shown = found.slice(0, MAX_SHOWN);
  return h('details', { class: 'more' }, [
    h('summary', null, 'Start from a feed of the catalogue'),
    h(TextField, { label: 'Find a feed', type: 'search', value: text, onChange: setText }),
    h(
      'ul',
      { class: 'feeds' },
      shown.map((feed) =>
        h('li', { key: feed.key }, [
          h('button', { type: 'button', class: 'feed', 'aria-pressed': feed.key === chosen, onClick: () => onFeed(feed) }, [
            h('span', null, feed.title),
            h('span', { class: 'quiet' }, feed.provider),
          ]),
        ]),
      ),
    ),
    h(
      'p',
      { role: 'status', class: 'quiet' },
      feeds === undefined ? 'Reading the catalogue …' : foundText(shown.length, found.length, isMatch),
    ),
  ]);
}

function foundText(shown: number, found: number, isMatch: boolean): string {
  if (!isMatch) return found === 0 ? 'No feed has these words.' : 'No feed has all these words. These come nearest.';
  return shown < found ? `${shown} of ${found} feeds; type to find others.` : `${found} feeds.`;
}
