import { formatMoney } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Facts } from '../view/facts.js';
import { FailureNote } from '../view/failure-note.js';
import { ShortId } from '../view/short-id.js';
import { costsOf } from './account-words.js';
import type { OfferPart, Offers } from './use-offers.js';

/** The change of one part of the account: its effects and costs before the wallet signs, and its outcome. */
export function OfferPanel({ offers, part }: { readonly offers: Offers; readonly part: OfferPart }): ComponentChildren {
  const { state } = offers;
  if (state.kind === 'none' || state.part !== part) return null;
  switch (state.kind) {
    case 'reading':
      return h('p', { class: 'quiet loading', role: 'status' }, 'Reading the ledger …');
    case 'offered':
    case 'signing':
      return h(OpenOffer, { offers });
    case 'told':
      return h('div', { class: state.isGood ? 'note good' : 'note failed', role: 'status', id: 'outcome' }, [
        h('p', null, state.text),
        state.signature === undefined
          ? null
          : h('p', { class: 'quiet' }, ['Transaction ', h(ShortId, { id: state.signature, what: 'its signature' })]),
      ]);
    case 'failed':
      return h(FailureNote, { failure: state.failure });
  }
}

/** It takes the focus when it comes, so that the keyboard and a screen reader are at it. */
function OpenOffer({ offers: { state, sign, drop } }: { readonly offers: Offers }): ComponentChildren {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const offer = state.kind === 'offered' || state.kind === 'signing' ? state.offer : undefined;
  if (offer === undefined) return null;
  const isSigning = state.kind === 'signing';
  const { priceAtomic } = offer;
  return h('div', { ref: place, class: 'note question', role: 'group', 'aria-label': 'What you sign', tabIndex: -1, id: 'offer' }, [
    h('strong', null, 'What you sign'),
    h(
      'ul',
      null,
      offer.effects.map((effect) => h('li', { key: effect }, effect)),
    ),
    h(Facts, { rows: costsOf(offer) }),
    h('div', { class: 'row' }, [
      h('button', { type: 'button', class: 'main', disabled: isSigning, 'aria-busy': isSigning, onClick: sign }, [
        isSigning ? 'Waiting for wallet and ledger …' : priceAtomic === 0n ? 'Sign it' : `Sign and pay ${formatMoney(priceAtomic)}`,
      ]),
      h('button', { type: 'button', disabled: isSigning, onClick: drop }, 'Do not sign'),
    ]),
  ]);
}
