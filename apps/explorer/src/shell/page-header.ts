import { type ComponentChildren, h } from 'preact';
import { answeringText } from '../nodes/health.js';
import { shortText } from '../words/numbers.js';
import { linkTo, type PageAddress } from './address.js';
import type { PageContext } from './page-context.js';

const LINKS = [
  { title: 'Feeds', address: { place: 'feeds' } },
  { title: 'New feed', address: { place: 'new' } },
  { title: 'Verify', address: { place: 'verify' } },
  { title: 'Nodes', address: { place: 'nodes' } },
] as const;

/** Name, places and state of the gateway, above every view. */
export function PageHeader({ page, address }: { readonly page: PageContext; readonly address: PageAddress }): ComponentChildren {
  const { gateway, facts, who } = page;
  const answering = answeringText(facts.nodes);
  const isHere = (place: PageAddress['place']): 'page' | undefined => (homeOf(address) === place ? 'page' : undefined);
  return h('header', null, [
    h('a', { class: 'skip', href: '#main', onClick: skip }, 'Skip to the content'),
    h('div', { class: 'bar' }, [
      h('a', { class: 'brand', href: linkTo({ place: 'feeds' }) }, 'Oracle Gateway'),
      h('nav', { 'aria-label': 'Parts of the page' }, [
        LINKS.map(({ title, address: to }) => h('a', { href: linkTo(to), key: to.place, 'aria-current': isHere(to.place) }, title)),
        h('a', { href: `${gateway}/docs`, key: 'docs' }, 'Docs'),
      ]),
      h('div', { class: 'state' }, [
        answering === undefined ? null : h('a', { class: `pill ${answering.isWhole ? 'good' : 'bad'}`, href: '#nodes' }, answering.text),
        h(
          'a',
          { class: 'button', href: linkTo({ place: 'account' }), 'aria-current': isHere('account') },
          who.wallet === undefined
            ? 'Connect a wallet'
            : [who.wallet.name, h('span', { class: 'wide-only' }, shortText(who.wallet.key.address))],
        ),
      ]),
    ]),
  ]);
}

/** The link that leads to a view or to the list that the view is of. */
function homeOf({ place }: PageAddress): PageAddress['place'] {
  switch (place) {
    case 'feed':
      return 'feeds';
    case 'round':
      return 'verify';
    case 'feeds':
    case 'new':
    case 'verify':
    case 'nodes':
    case 'account':
    case 'unreadable':
      return place;
  }
}

/** The part after `#` names a place of the page, so the link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
