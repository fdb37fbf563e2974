import type { SubscriberActions } from '@oracle-gateway/client/subscriber';
import { formatAddress } from '@oracle-gateway/protocol';
import { type DelegateAccount, delegateIsRevoked } from '@oracle-gateway/protocol/accounts';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { isAddressText } from '../settings/address-text.js';
import { Card } from '../view/card.js';
import { TextField } from '../view/field.js';
import { Loaded, type Loading } from '../view/loaded.js';
import { ShortId } from '../view/short-id.js';
import { numberText } from '../words/numbers.js';
import { wholeIn } from '../words/whole-numbers.js';
import { untilText } from './account-words.js';
import { OfferPanel } from './offer-panel.js';
import type { Offers } from './use-offers.js';

const MAX_ROUNDS = 1_000_000_000;
const MAX_DAYS = 3_650;

type Delegates = readonly DelegateAccount[];

interface DelegatesInput {
  readonly subscriber: SubscriberActions;
  readonly delegates: Loading<Delegates>;
  readonly offers: Offers;
  /** Largest quorum of the subscription. */
  readonly maxSignatures: number;
}

/** Other keys that may use rounds of the subscription, within bounds. */
export function DelegatesCard(input: DelegatesInput): ComponentChildren {
  return h(Card, { title: 'Delegates' }, [
    h('p', { class: 'quiet' }, 'A delegate is another key that may use rounds of your subscription, within the bounds that you set.'),
    h(Loaded<Delegates>, { of: input.delegates, what: 'the delegates', children: (found) => h(DelegatesTable, { ...input, found }) }),
    h(DelegateForm, input),
    h(OfferPanel, { offers: input.offers, part: 'delegates' }),
  ]);
}

function DelegatesTable({ found, subscriber, offers }: DelegatesInput & { readonly found: Delegates }): ComponentChildren {
  if (found.length === 0) return h('p', { id: 'delegates' }, 'No other key may use this subscription.');
  return h('div', { class: 'wide', tabIndex: 0, role: 'region', 'aria-label': 'Delegates of the subscription' }, [
    h('table', { id: 'delegates' }, [
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ['Key', 'Rounds settled', 'Until', 'Change'].map((name) => h('th', { scope: 'col', key: name }, name)),
        ),
      ),
      h(
        'tbody',
        null,
        found.map((one) => h(DelegateRow, { key: formatAddress(one.authority), one, subscriber, offers })),
      ),
    ]),
  ]);
}

function DelegateRow({
  one,
  subscriber,
  offers,
}: Pick<DelegatesInput, 'subscriber' | 'offers'> & { readonly one: DelegateAccount }): ComponentChildren {
  const delegate = formatAddress(one.authority);
  const isRevoked = delegateIsRevoked(one);
  const see = (): void =>
    offers.see('delegates', (signal) =>
      isRevoked ? subscriber.offerClosing({ delegate }, { signal }) : subscriber.offerRevocation({ delegate }, { signal }),
    );
  const name = isRevoked ? 'Close' : 'Revoke';
  return h('tr', null, [
    h('th', { scope: 'row' }, h(ShortId, { id: delegate, what: 'the delegate’s key' })),
    h('td', { class: 'number' }, `${numberText(String(one.roundsSettled))} of ${numberText(String(one.rounds))}`),
    h('td', null, isRevoked ? `revoked ${untilText(one.revokedAt, Date.now())}` : untilText(one.expiresAt, Date.now())),
    h('td', null, h('button', { type: 'button', class: 'small', 'aria-label': `${name} the delegate ${delegate}`, onClick: see }, name)),
  ]);
}

function DelegateForm({ subscriber, offers, maxSignatures }: DelegatesInput): ComponentChildren {
  const [delegate, setDelegate] = useState('');
  const [rounds, setRounds] = useState('1,000');
  const [days, setDays] = useState('30');
  const count = wholeIn(rounds, 1, MAX_ROUNDS);
  const length = wholeIn(days, 1, MAX_DAYS);
  const isKey = isAddressText(delegate.trim());
  const isReady = isKey && count !== undefined && length !== undefined;
  const see = (): void => {
    if (!isReady) return;
    const expiresAtSeconds = BigInt(Math.floor(Date.now() / 1_000) + length * 86_400);
    const bounds = { delegate: delegate.trim(), rounds: BigInt(count), maxSignatures, expiresAtSeconds };
    offers.see('delegates', (signal) => subscriber.offerDelegate(bounds, { signal }));
  };
  return h('div', { role: 'group', 'aria-label': 'Add a delegate' }, [
    h('h3', null, 'Add a delegate, or change its bounds'),
    h('div', { class: 'two' }, [
      h(TextField, {
        label: 'Key of the delegate',
        hint: 'its address, in base58',
        value: delegate,
        isWrong: delegate !== '' && !isKey,
        onChange: setDelegate,
      }),
      h(TextField, {
        label: 'Rounds in all',
        hint: 'those that are settled already count',
        value: rounds,
        isWrong: count === undefined,
        onChange: setRounds,
      }),
      h(TextField, { label: 'Days from today', value: days, isWrong: length === undefined, onChange: setDays }),
    ]),
    h('button', { type: 'button', disabled: !isReady || offers.state.kind === 'signing', onClick: see }, 'See the change'),
  ]);
}
