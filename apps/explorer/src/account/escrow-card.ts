import type { SubscriberActions, SubscriberState } from '@oracle-gateway/client/subscriber';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { Facts } from '../view/facts.js';
import { TextField } from '../view/field.js';
import { dollarsIn } from '../words/money.js';
import { untilText } from './account-words.js';
import { OfferPanel } from './offer-panel.js';
import type { Offers } from './use-offers.js';

interface EscrowInput {
  readonly subscriber: SubscriberActions;
  readonly state: SubscriberState;
  readonly offers: Offers;
}

/** Money that the key keeps with the gateway, from which each round takes its exact price. */
export function EscrowCard({ subscriber, state: { escrow }, offers }: EscrowInput): ComponentChildren {
  const [amount, setAmount] = useState('1.00');
  const { heldAtomic, paused, withdrawableFromSeconds } = escrow;
  const amountAtomic = dollarsIn(amount);
  const isBusy = offers.state.kind === 'signing';
  const fund = (): void => {
    if (amountAtomic !== undefined) offers.see('escrow', (signal) => subscriber.offerFunding({ amountAtomic }, { signal }));
  };
  return h(Card, { title: 'Escrow' }, [
    h('p', { class: 'quiet' }, 'Rounds of an escrow take their exact price from it. What is left can be taken out again.'),
    h(Facts, {
      rows: [
        ['It holds', h('strong', { id: 'escrow-holds' }, formatMoney(heldAtomic))],
        ['State', paused ? 'paused: no round is served from it' : 'in use'],
        [
          'Withdrawal',
          withdrawableFromSeconds === null ? undefined : `requested; possible from ${untilText(withdrawableFromSeconds, Date.now())}`,
        ],
      ],
    }),
    h('div', { class: 'row' }, [
      h(TextField, { label: 'Dollars to pay in', value: amount, isWrong: amountAtomic === undefined, onChange: setAmount }),
      h('button', { type: 'button', disabled: amountAtomic === undefined || isBusy, onClick: fund }, 'See the payment'),
      h(
        'button',
        {
          type: 'button',
          disabled: isBusy || heldAtomic === 0n,
          onClick: () => offers.see('escrow', (signal) => subscriber.offerWithdrawal({ signal })),
        },
        'See the withdrawal',
      ),
    ]),
    amountAtomic === undefined ? h('p', { class: 'bad' }, 'Write a sum such as 1.00.') : null,
    h(OfferPanel, { offers, part: 'escrow' }),
  ]);
}
