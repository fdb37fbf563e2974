import { toHex } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { className, hasChange } from '../feeds/asset-class.js';
import type { OpenFeed } from '../feeds/public-feeds.js';
import { feedOf } from '../history/feed-of.js';
import { linkTo } from '../shell/address.js';
import { documentTitle } from '../shell/use-arrival.js';
import type { PageContext } from '../shell/page-context.js';
import { CodeSamplesCard } from '../source/code-samples-card.js';
import { told } from '../told.js';
import { CopyButton } from '../view/copy-button.js';
import { AboutFeed } from './about-feed.js';
import { FreshRound } from './fresh-round.js';
import { HistoryPanel } from './history-panel.js';
import type { KnownFeed } from './known-feed.js';
import { LatestRounds } from './latest-rounds.js';
import { OnSolana } from './on-solana.js';
import { useLatest } from './use-latest.js';
import { ValueLine } from './value-line.js';

/** The page of a feed: its value, its history, how to use it, and what it is. */
export function FeedView({ page, feed }: { readonly page: PageContext; readonly feed: KnownFeed }): ComponentChildren {
  const { gateway, ledger, who } = page;
  const { title, sourceName, source, subject, quorum, listed, open } = feed;
  useEffect(() => {
    document.title = documentTitle(`${title} · ${sourceName}`);
  }, [title, sourceName]);
  const [isAsking, setIsAsking] = useState(false);
  const ownFeed = who.identity && feedOf({ owner: who.identity.feedOwner, sourceId: subject.sourceId, quorum });
  const cost = costOf(page, feed);
  const fresh = isAsking ? h(FreshRound, { page, feed }) : null;
  return [
    h('p', { class: 'crumbs' }, [
      h('a', { href: linkTo({ place: 'feeds' }) }, 'Feeds'),
      listed === undefined ? '' : ` / ${className(listed.assetClass)}`,
      ' / ',
      h('strong', null, title),
    ]),
    h('div', { class: 'feed-head' }, [
      h('div', null, [
        h('h1', null, [title, ' ', h('span', { class: 'pill' }, sourceName)]),
        open === undefined ? h('p', { class: 'quiet' }, NOT_PUBLIC) : null,
      ]),
      h('div', { class: 'row' }, [
        h(CopyButton, { text: location.href, what: 'link' }),
        h(
          'button',
          { type: 'button', class: 'main', 'aria-expanded': isAsking, onClick: () => setIsAsking(true), disabled: isAsking },
          `Get a fresh one${cost === undefined ? '' : ` · ${cost}`}`,
        ),
      ]),
    ]),
    open === undefined ? null : h(LivePart, { page, feed, open, fresh }),
    open === undefined ? fresh : null,
    h('div', { class: 'two-parts' }, [
      'apiConfigs' in source
        ? null
        : h(CodeSamplesCard, {
            title: 'Use it',
            input: {
              gateway,
              ...ledger,
              source,
              quorum,
              sourceId: toHex(subject.sourceId),
              feedId: open?.feedId ?? ownFeed,
              isOpen: open !== undefined,
            },
          }),
      h(AboutFeed, { feed, nodes: page.facts.info?.nodeCount }),
    ]),
  ];
}

const NOT_PUBLIC = 'This gateway keeps no public history of this feed: press “Get a fresh one” for a value that the nodes sign now.';

/** Half hours of a day that have values. */
const MIN_TREND = 3;

interface LiveInput {
  readonly page: PageContext;
  readonly feed: KnownFeed;
  readonly open: OpenFeed;
  /** Stands below the value. */
  readonly fresh: ComponentChildren;
}

function LivePart({ page, feed, open, fresh }: LiveInput): ComponentChildren {
  const { gateway, ledger, reader, publicReads: reads } = page;
  const { source, subject, listed, title } = feed;
  const latest = useLatest({ gateway, reads, ledger, feedId: open.feedId, source, quorum: open.quorum });
  const shown = listed ?? {};
  return [
    h(ValueLine, { latest, shown, trend: hasChange(listed) && open.trend.length >= MIN_TREND ? open.trend : [] }),
    fresh,
    h('div', { class: 'two-parts' }, [
      h(HistoryPanel, { gateway, reads, feedId: open.feedId, title, shown, newest: latest.newest, isYoung: open.trend.length < MIN_TREND }),
      h('div', null, [
        h(OnSolana, { ledger, feedId: open.feedId, subject, quorum: open.quorum, shown }),
        h(LatestRounds, { reader, feedId: open.feedId, shown, seen: latest.seen }),
      ]),
    ]),
  ];
}

/** Cost of a fresh round in words, by the way that pays; before there is a wallet, by the first way that costs by the round. */
function costOf({ who, facts }: PageContext, { quorum, subject }: KnownFeed): string | undefined {
  const { info, nodes } = facts;
  if (info === undefined || nodes === undefined) return undefined;
  const way = who.wallet === undefined ? (who.ways.find(({ spends }) => spends) ?? who.way) : who.way;
  if (!way.spends) return 'by your subscription';
  const round = { quorum, redundancyBuffer: nodes.redundancyBuffer, units: subject.sources.length };
  const price = told(() => way.price(info.prices, round));
  return price === undefined ? undefined : formatMoney(price);
}
