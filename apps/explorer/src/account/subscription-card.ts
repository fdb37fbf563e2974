import type { SubscriberActions, SubscriberState } from '@oracle-gateway/client/subscriber';
import { formatAddress } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { subscriptionIsPaused } from '@oracle-gateway/protocol/accounts';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../view/card.js';
import { Facts } from '../view/facts.js';
import { TextField } from '../view/field.js';
import { ShortId } from '../view/short-id.js';
import { numberText } from '../words/numbers.js';
import { wholeIn } from '../words/whole-numbers.js';
import { untilText } from './account-words.js';
import { OfferPanel } from './offer-panel.js';
import type { Offers } from './use-offers.js';

const MAX_ROUNDS = 1_000_000_000;
const MAX_DAYS = 3_650;
const FIRST_ROUNDS = '10,000';
const FIRST_DAYS = '30';

interface SubscriptionInput {
  readonly subscriber: SubscriberActions;
  readonly state: SubscriberState;
  readonly offers: Offers;
  /** Account of the gateway, base58. */
  readonly gatewayPda: string;
  /** Nodes of the registry: no round has more signatures. */
  readonly nodes: number;
}

/** Rounds that are paid for before they are used. */
export function SubscriptionCard(input: SubscriptionInput): ComponentChildren {
  const { state, offers } = input;
  return h(Card, { title: 'Subscription' }, [
    state.subscription === null
      ? h('p', null, 'This key has no subscription. Buy rounds once, and ask for values without paying each time.')
      : h(SubscriptionFacts, input),
    h(TermsForm, input),
    h(OfferPanel, { offers, part: 'subscription' }),
  ]);
}

function SubscriptionFacts({ state, gatewayPda }: SubscriptionInput): ComponentChildren {
  const { subscription, priceOfRound } = state;
  if (subscription === null) return null;
  const { roundsLeft, maxSignatures, expiresAt, gateway } = subscription;
  const isHere = formatAddress(gateway) === gatewayPda;
  const ended = expiresAt * 1_000n <= BigInt(Date.now());
  return [
    h(Facts, {
      rows: [
        ['Rounds left', h('strong', { id: 'rounds-left' }, numberText(String(roundsLeft)))],
        ['Largest quorum', `${maxSignatures} signatures`],
        ['A round costs', `${formatMoney(priceOfRound(maxSignatures))}, paid already`],
        [ended ? 'Ended' : 'Until', h('span', { class: ended ? 'bad' : '' }, untilText(expiresAt, Date.now()))],
        ['At gateway', h(ShortId, { id: formatAddress(gateway), what: 'the gateway’s account' })],
      ],
    }),
    isHere ? null : h('p', { class: 'note failed' }, 'Another gateway serves this subscription. Open the page of that gateway to use it.'),
    subscriptionIsPaused(subscription) ? h('p', { class: 'note failed' }, 'The subscription is paused: no round is served from it.') : null,
    ended ? h('p', { class: 'note failed' }, 'The subscription has ended. Renew it below; the rounds that are left come back.') : null,
  ];
}

/** Terms of a purchase: a new subscription, or more of the one that is there. */
function TermsForm({ subscriber, state, offers, nodes }: SubscriptionInput): ComponentChildren {
  const [rounds, setRounds] = useState(FIRST_ROUNDS);
  const [days, setDays] = useState(FIRST_DAYS);
  const [quorum, setQuorum] = useState(String(Math.floor(nodes / 2) + 1));
  const present = state.subscription;
  const count = wholeIn(rounds, present === null ? 1 : 0, MAX_ROUNDS);
  const length = wholeIn(days, 0, MAX_DAYS);
  const maxSignatures = present?.maxSignatures ?? wholeIn(quorum, 1, nodes);
  const isReady = count !== undefined && length !== undefined && maxSignatures !== undefined;
  const see = (): void => {
    if (!isReady) return;
    const terms = { rounds: BigInt(count), expiresAtSeconds: BigInt(Math.floor(Date.now() / 1_000) + length * 86_400) };
    offers.see('subscription', (signal) =>
      present === null ? subscriber.offerSubscription({ ...terms, maxSignatures }, { signal }) : subscriber.offerRenewal(terms, { signal }),
    );
  };
  return h('div', { role: 'group', 'aria-label': present === null ? 'Buy' : 'Renew' }, [
    h('h3', null, present === null ? 'Buy' : 'Renew'),
    h('div', { class: 'two' }, [
      h(TextField, {
        label: present === null ? 'Rounds' : 'Rounds to add',
        value: rounds,
        isWrong: count === undefined,
        onChange: setRounds,
      }),
      h(TextField, {
        label: 'Days from today',
        ...(present === null ? {} : { hint: 'It never ends earlier than before.' }),
        value: days,
        isWrong: length === undefined,
        onChange: setDays,
      }),
      present === null
        ? h(TextField, {
            label: 'Largest quorum',
            hint: `of ${nodes} nodes; the price follows it`,
            value: quorum,
            isWrong: maxSignatures === undefined,
            onChange: setQuorum,
          })
        : null,
    ]),
    h('p', { class: 'row' }, [
      h(
        'button',
        { type: 'button', disabled: !isReady || offers.state.kind === 'signing', onClick: see },
        present === null ? 'See the offer' : 'See the renewal',
      ),
      isReady
        ? h(
            'span',
            { class: 'quiet' },
            `${numberText(String(count))} rounds at ${formatMoney(state.priceOfRound(maxSignatures))} are ${formatMoney(state.priceOfRound(maxSignatures) * BigInt(count))}`,
          )
        : h('span', { class: 'bad' }, 'Write whole numbers.'),
    ]),
  ]);
}
