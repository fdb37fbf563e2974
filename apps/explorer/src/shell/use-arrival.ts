import { useEffect, useRef } from 'preact/hooks';
import type { PageAddress } from './address.js';

const TITLES: Readonly<Record<PageAddress['place'], string>> = {
  feeds: 'Feeds',
  feed: 'Feed',
  new: 'New feed',
  round: 'Round',
  verify: 'Verify',
  nodes: 'Nodes',
  account: 'Account',
  unreadable: 'Not found',
};

/** Names the document by its view. A visitor who comes to another view begins at its top, the keyboard and a screen reader too. */
export function useArrival(address: PageAddress): void {
  const { place } = address;
  const view = place === 'feed' ? address.feed : place === 'round' || place === 'verify' ? address.roundId : '';
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = documentTitle(place === 'feed' ? address.feed : TITLES[place]);
    if (!isFirst.current) {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [place, view]);
}

export function documentTitle(view: string): string {
  return `${view} · Oracle Gateway`;
}
