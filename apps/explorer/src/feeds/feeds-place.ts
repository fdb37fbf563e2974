import { searchFeeds } from '@oracle-gateway/client/search-feeds';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import type { Feed } from '../catalogue/feeds.js';
import { linkTo } from '../shell/address.js';
import type { PageContext } from '../shell/page-context.js';
import { TextField } from '../view/field.js';
import { Loaded } from '../view/loaded.js';
import { Ago } from '../view/moment.js';
import { changeText, quantityText } from '../words/numbers.js';
import { classesOf, className, hasChange } from './asset-class.js';
import type { OpenFeed } from './public-feeds.js';
import { Sparkline } from './sparkline.js';
import { titleOf } from './titles.js';

/** The first view: public values as they live, and every feed that can be asked for. */
export function FeedsPlace({ page }: { readonly page: PageContext }): ComponentChildren {
  const { facts, openFeeds } = page;
  return [
    h('h1', null, 'Feeds'),
    h('p', { class: 'lead' }, [
      'A feed is a number of a public API that several nodes read, agree on and sign. The page of each feed verifies the signature itself. ',
      h('a', { href: linkTo({ place: 'new' }) }, 'Make a feed of your own'),
      ' of any API.',
    ]),
    h('h2', null, 'Live now'),
    h(Loaded<readonly OpenFeed[]>, {
      of: openFeeds,
      what: 'the live feeds',
      // The catalogue has the titles: a feed is not shown by its address first.
      children: (open) =>
        facts.feeds === undefined && facts.failure === undefined
          ? h('p', { class: 'quiet loading', role: 'status' }, 'Reading the live feeds …')
          : h(LiveFeeds, { open, feeds: facts.feeds }),
    }),
    h('h2', null, 'All feeds'),
    facts.feeds === undefined
      ? facts.failure === undefined
        ? h('p', { class: 'quiet loading', role: 'status' }, 'Reading the catalogue …')
        : null
      : h(Catalogue, { feeds: facts.feeds, live: liveKeys(openFeeds) }),
  ];
}

/** Fewer values tell no course of a day. */
const MIN_TREND = 3;

/** Keys of the catalogue whose feeds are public. */
function liveKeys({ task }: PageContext['openFeeds']): ReadonlySet<string> {
  return new Set(task.state === 'done' ? task.value.flatMap(({ key }) => key ?? []) : []);
}

/** Feeds with a value before feeds without one, otherwise in their order. */
function valuesFirst(open: readonly OpenFeed[]): readonly OpenFeed[] {
  return [...open.filter(({ latest }) => latest !== undefined), ...open.filter(({ latest }) => latest === undefined)];
}

/** The key in the catalogue, for the first feed that has it; another feed of the same source goes by its id. */
function nameIn(open: readonly OpenFeed[], { key, feedId }: OpenFeed): string {
  return key !== undefined && open.find((one) => one.key === key)?.feedId === feedId ? key : feedId;
}

interface LiveInput {
  readonly open: readonly OpenFeed[];
  /** The catalogue; undefined until it is known. */
  readonly feeds: readonly Feed[] | undefined;
}

function LiveFeeds({ open, feeds = [] }: LiveInput): ComponentChildren {
  if (open.length === 0)
    return h(
      'p',
      { class: 'quiet' },
      'This gateway keeps no feed public yet. Choose any feed below: its page gets you a signed value in a second.',
    );
  return h(
    'ul',
    { class: 'tiles', id: 'live' },
    valuesFirst(open).map((one) =>
      h('li', { key: one.feedId }, h(LiveTile, { open: one, feed: feeds.find(({ key }) => key === one.key), name: nameIn(open, one) })),
    ),
  );
}

interface TileInput {
  readonly open: OpenFeed;
  readonly feed: Feed | undefined;
  /** Its name in an address of the page. */
  readonly name: string;
}

function LiveTile({ open, feed, name }: TileInput): ComponentChildren {
  const { latest, trend } = open;
  const { title, sourceName } = titleOf(open.subject, feed);
  const [first] = trend;
  const change =
    first === undefined || trend.length < MIN_TREND || latest === undefined || !hasChange(feed)
      ? undefined
      : changeText(first, Number(latest.value));
  return h('a', { class: 'tile', href: linkTo({ place: 'feed', feed: name }) }, [
    h('span', { class: 'tile-head' }, [h('strong', null, title), h('span', { class: 'quiet' }, sourceName)]),
    h('span', { class: 'tile-body' }, [
      latest === undefined
        ? h('span', { class: 'quiet' }, 'No value yet: its next round brings the first.')
        : h('span', { class: 'number tile-value' }, quantityText(latest.value, feed ?? {})),
      h(Sparkline, { trend }),
    ]),
    latest === undefined
      ? null
      : h('span', { class: 'quiet' }, [h(Ago, { atMs: latest.observedAtMs }), change === undefined ? '' : ` · ${change} in a day`]),
  ]);
}

function Catalogue({ feeds, live }: { readonly feeds: readonly Feed[]; readonly live: ReadonlySet<string> }): ComponentChildren {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const { feeds: found, isMatch } = searchFeeds(feeds, text);
  const shown = found.filter(({ assetClass }) => chosen === undefined || assetClass === chosen);
  const kind = (name: string | undefined, title: string): ComponentChildren =>
    h('button', { type: 'button', class: 'small', key: title, 'aria-pressed': chosen === name, onClick: () => setChosen(name) }, title);
  return [
    h(TextField, { label: 'Find a feed', type: 'search', hint: 'such as bitcoin, euro dollar or weather', value: text, onChange: setText }),
    h('div', { role: 'group', 'aria-label': 'Kind of feed', class: 'row' }, [
      kind(undefined, 'All'),
      classesOf(feeds).map((name) => kind(name, className(name))),
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
            h('span', { class: 'quiet' }, [feed.provider, live.has(feed.key) ? h('span', { class: 'good' }, ' · live') : null]),
          ]),
        ),
      ),
    ),
  ];
}

function foundText(count: number, isMatch: boolean): string {
  if (count === 0) return 'No feed has these words. Choose “All”, or make a feed of your own.';
  const feeds = count === 1 ? 'One feed' : `${count} feeds`;
  return isMatch ? `${feeds}.` : 'No feed has all of these words. These come nearest:';
}
