import { createSubscriber, type SubscriberActions, type SubscriberState } from '@oracle-gateway/client/subscriber';
import { MAX_NODES } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { PageContext } from '../shell/page-context.js';
import { Card } from '../view/card.js';
import { Facts } from '../view/facts.js';
import { FailureNote } from '../view/failure-note.js';
import { Loaded, type Loading, useLoading } from '../view/loaded.js';
import { IdentityCard } from '../wallets/identity-card.js';
import { solText } from './account-words.js';
import { DelegatesCard } from './delegates-card.js';
import { EscrowCard } from './escrow-card.js';
import { SubscriptionCard } from './subscription-card.js';
import { UsageCard } from './usage-card.js';
import { useOffers } from './use-offers.js';

/** Quorum whose price is told where no feed is chosen. */
const QUORUM = 3;

/** The wallet that asks and pays, and the holdings of its key at this gateway: those of the ledger, not the gateway's word. */
export function AccountPlace({ page }: { readonly page: PageContext }): ComponentChildren {
  const { who, facts, ledger } = page;
  const key = who.wallet?.key;
  const [address, gatewayPda] = [key?.address, facts.info?.gatewayPda];
  const subscriber = useMemo(
    () => (address === undefined || gatewayPda === undefined ? undefined : createSubscriber({ ledger, gateway: gatewayPda, address })),
    [ledger, gatewayPda, address],
  );
  const read = useLoading(subscriber === undefined ? undefined : (signal) => subscriber.state({ signal }), subscriber);
  const state = useLast(read, subscriber);
  const hasSubscription = state !== undefined && state.subscription !== null;
  const delegates = useLoading(
    subscriber === undefined || !hasSubscription ? undefined : (signal) => subscriber.delegates({ signal }),
    hasSubscription ? subscriber : undefined,
  );
  const onChange = (): void => {
    read.again();
    delegates.again();
  };
  const offers = useOffers({ subscriber, key, onChange });
  const known = subscriber === undefined || state === undefined ? undefined : { subscriber, state, offers };
  return [
    h('h1', null, 'Account'),
    h('p', { class: 'lead' }, 'What your key has with this gateway, read from the ledger. Each price is shown before your wallet signs.'),
    h('div', { class: 'columns account' }, [
      h('div', null, [
        h(IdentityCard, {
          state: who,
          quorum: QUORUM,
          units: 1,
          prices: facts.info?.prices,
          redundancyBuffer: facts.nodes?.redundancyBuffer,
        }),
        known === undefined ? null : [h(WalletCard, { state: known.state, onAgain: onChange }), h(EscrowCard, known)],
      ]),
      h('div', null, [
        key === undefined ? h(NoWalletCard, null) : null,
        read.task.state === 'failed' && known !== undefined ? h(FailureNote, { failure: read.task.failure }) : null,
        known === undefined || gatewayPda === undefined
          ? key === undefined
            ? null
            : h(Loaded<SubscriberState>, { of: read, what: 'the account', children: () => null })
          : h(SubscriptionCard, { ...known, gatewayPda, nodes: facts.nodes?.nodes.length ?? MAX_NODES }),
        known === undefined || known.state.subscription === null
          ? null
          : h(DelegatesCard, { ...known, delegates, maxSignatures: known.state.subscription.maxSignatures }),
        key === undefined ? null : h(UsageCard, { key: key.address, gateway: page.gateway, ledger, wallet: key }),
      ]),
    ]),
  ];
}

/** The state that was read last: it stays in sight while it is read again. That of another key does not. */
function useLast({ task }: Loading<SubscriberState>, subscriber: SubscriberActions | undefined): SubscriberState | undefined {
  const last = useRef<{ readonly of: SubscriberActions | undefined; readonly state: SubscriberState } | undefined>(undefined);
  const asked = useRef<SubscriberActions | undefined>(undefined);
  if (task.state === 'running' && asked.current !== subscriber) asked.current = subscriber;
  if (task.state === 'done' && asked.current === subscriber) last.current = { of: subscriber, state: task.value };
  const known = last.current;
  return known !== undefined && known.of === subscriber ? known.state : undefined;
}

function NoWalletCard(): ComponentChildren {
  return h(Card, { title: 'No wallet yet' }, [
    h('p', null, 'Connect a wallet to see its subscription and its escrow, to buy rounds and to let other keys use them.'),
  ]);
}

function WalletCard({ state, onAgain }: { readonly state: SubscriberState; readonly onAgain: () => void }): ComponentChildren {
  return h(Card, { title: 'Wallet' }, [
    h(Facts, {
      rows: [
        ['Stablecoin', h('strong', { id: 'tokens' }, formatMoney(state.tokensAtomic))],
        ['For fees', solText(state.lamports)],
      ],
    }),
    h('button', { type: 'button', class: 'small', onClick: onAgain }, 'Read it again'),
  ]);
}
