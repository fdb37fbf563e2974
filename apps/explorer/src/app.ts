import { type ComponentChildren, type FunctionComponent, h } from 'preact';
import { useWrittenSource, type WrittenSource } from './builder/use-written-source.js';
import { FeedsPlace } from './feeds/feeds-place.js';
import { FeedPlace } from './feed-page/feed-place.js';
import { NodesPlace } from './nodes/nodes-place.js';
import { RoundPlace } from './rounds/round-place.js';
import { PageHeader } from './shell/page-header.js';
import { type PageContext, usePageContext } from './shell/page-context.js';
import { UnreadablePlace } from './shell/unreadable-place.js';
import type { PageAddress } from './shell/address.js';
import { useArrival } from './shell/use-arrival.js';
import { useAddress } from './shell/use-address.js';
import type { PageSettings } from './settings/settings.js';
import { VerifyPlace } from './verifier/verify-place.js';
import { FailureNote } from './view/failure-note.js';
import { Later } from './view/later.js';
import { otherSignInOrigin } from './wallets/sign-in-origin.js';

/** The whole page. */
export function App({ settings }: { readonly settings: PageSettings }): ComponentChildren {
  const page = usePageContext(settings);
  const address = useAddress();
  useArrival(address);
  return [h(PageHeader, { page, address }), h('main', { id: 'main', tabIndex: -1 }, [h(Notices, { page }), h(Place, { page, address })])];
}

/** The view that an address names: a place registers here. */
function Place({ page, address }: { readonly page: PageContext; readonly address: PageAddress }): ComponentChildren {
  const written = useWrittenSource(address.place === 'new' ? address : NO_SOURCE);
  switch (address.place) {
    case 'feeds':
      return h(FeedsPlace, { page });
    case 'feed':
      return h(FeedPlace, { page, name: address.feed, key: address.feed });
    case 'new':
      return h(Later<BuilderInput>, { load: loadBuilder, props: { page, written }, what: 'the builder' });
    case 'round':
      return h(RoundPlace, { page, roundId: address.roundId, key: address.roundId });
    case 'verify':
      return h(VerifyPlace, { page, roundId: address.roundId, key: address.roundId });
    case 'nodes':
      return h(NodesPlace, { page });
    case 'account':
      return h(Later<AccountInput>, { load: loadAccount, props: { page }, what: 'the account' });
    case 'unreadable':
      return h(UnreadablePlace, { rule: address.rule });
  }
}

/** Has the browser fetch the file of a view before the page knows its settings. */
export function loadAhead({ place }: PageAddress): void {
  const load = place === 'new' ? loadBuilder : place === 'account' ? loadAccount : undefined;
  // The view itself loads it again, and tells a failure.
  load?.().catch(() => undefined);
}

const NO_SOURCE = {};

interface BuilderInput {
  readonly page: PageContext;
  readonly written: WrittenSource;
}

async function loadBuilder(): Promise<FunctionComponent<BuilderInput>> {
  return (await import('./builder/builder-place.js')).BuilderPlace;
}

interface AccountInput {
  readonly page: PageContext;
}

async function loadAccount(): Promise<FunctionComponent<AccountInput>> {
  return (await import('./account/account-place.js')).AccountPlace;
}

/** Obstacles to every place. */
function Notices({ page: { facts, gateway } }: { readonly page: PageContext }): ComponentChildren {
  const signInOrigin = otherSignInOrigin(facts.info?.signIn, gateway);
  return [
    facts.failure === undefined
      ? null
      : h('div', null, [
          h(FailureNote, { failure: facts.failure }),
          h('button', { type: 'button', onClick: facts.again }, 'Ask the gateway again'),
        ]),
    signInOrigin === undefined
      ? null
      : h('p', { class: 'note failed', role: 'alert' }, [
          'Sign-ins are taken at another address. Open ',
          h('a', { href: `${signInOrigin}/app/` }, `${signInOrigin}/app/`),
          ' to use a wallet.',
        ]),
  ];
}
