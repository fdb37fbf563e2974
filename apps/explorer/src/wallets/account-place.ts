import { type ComponentChildren, h } from 'preact';
import type { PageContext } from '../shell/page-context.js';
import { IdentityCard } from './identity-card.js';

/** The wallet that asks and pays. */
export function AccountPlace({ page: { who, facts } }: { readonly page: PageContext }): ComponentChildren {
  return [
    h('h1', null, 'Account'),
    h(IdentityCard, {
      state: who,
      quorum: QUORUM,
      units: 1,
      prices: facts.info?.prices,
      redundancyBuffer: facts.nodes?.redundancyBuffer,
    }),
  ];
}

/** Quorum whose price is told where no feed is chosen. */
const QUORUM = 3;
