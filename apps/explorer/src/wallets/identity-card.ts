import type { Info } from '@oracle-gateway/client';
import { MAX_NODES } from '@oracle-gateway/protocol';
import { formatMoney } from '@oracle-gateway/protocol/internal';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { explainFailure, type ExplainedFailure } from '../rounds/explain-failure.js';
import { told } from '../told.js';
import { Card } from '../view/card.js';
import { FailureNote } from '../view/failure-note.js';
import { Choice, TextField } from '../view/field.js';
import { ShortId } from '../view/short-id.js';
import { dollarsIn } from '../words/money.js';
import type { ChosenWallet } from './identity.js';
import type { IdentityState } from './use-identity.js';
import type { Wallet } from './wallet-standard.js';

interface IdentityInput {
  readonly state: IdentityState;
  readonly quorum: number;
  /** Number of sources of a round. */
  readonly units: number;
  readonly prices: Info['prices'] | undefined;
  /** Nodes that are paid beyond the quorum; undefined until it is known. */
  readonly redundancyBuffer: number | undefined;
}

/** Card of the identity that asks and pays: a wallet of the browser, or the lent key of a test world. */
export function IdentityCard({ state, quorum, units, prices, redundancyBuffer }: IdentityInput): ComponentChildren {
  const { way, ways, limit } = state;
  // The visitor may be writing a quorum that no round has.
  const isQuorum = Number.isInteger(quorum) && quorum > 0 && quorum <= MAX_NODES;
  const isKnown = isQuorum && prices !== undefined && redundancyBuffer !== undefined;
  const price = isKnown ? told(() => way.price(prices, { quorum, redundancyBuffer, units })) : undefined;
  const isWrong = way.spends && limit !== '' && dollarsIn(limit) === undefined;
  return h(Card, { title: 'Who asks' }, [
    h(Choice, {
      label: 'What pays for a round',
      value: way.title,
      options: ways.map(({ title }) => title),
      onChange: (title) => state.onWay(ways.find((one) => one.title === title) ?? way),
    }),
    h('p', { class: 'quiet' }, way.about),
    way.spends
      ? h(TextField, {
          label: 'Your limit for one round, in dollars',
          hint: isWrong
            ? 'Write a sum such as 0.005.'
            : `Such as 0.005. ${price === undefined ? '' : `The gateway asks ${formatMoney(price)} for a round; you see the price again before you sign.`}`,
          value: limit,
          isWrong,
          onChange: state.onLimit,
        })
      : null,
    h(WalletPart, { state }),
  ]);
}

function WalletPart({ state }: { readonly state: IdentityState }): ComponentChildren {
  const { wallets, demo, wallet, way, identity } = state;
  const [failure, setFailure] = useState<ExplainedFailure | undefined>(undefined);
  const take = (chosen: ChosenWallet): void => {
    setFailure(undefined);
    state.onWallet(chosen);
  };
  const connect = (chosen: Wallet): void => {
    const { name } = chosen;
    chosen.connect().then(
      (key) => take({ name, key }),
      (error: unknown) => setFailure(walletFailure(name, error)),
    );
  };
  const leave = (): void => {
    state.onWallet(undefined);
    // The token ends by itself where the gateway does not hear of it.
    identity?.client.signOut().catch(() => undefined);
  };
  if (wallet !== undefined)
    return h('p', null, [
      h('strong', null, wallet.name),
      ' ',
      h('span', { id: 'address' }, h(ShortId, { id: wallet.key.address, what: 'its address' })),
      ' ',
      h('button', { type: 'button', class: 'small', onClick: leave }, 'Sign out'),
      way.needsTransactions && wallet.key.signTransaction === undefined
        ? h('span', { class: 'bad' }, ' This wallet cannot sign transactions, which this way to pay needs.')
        : null,
    ]);
  return [
    h('p', null, wallets.length === 0 && demo === undefined ? NO_WALLET : 'Choose the wallet that pays.'),
    h('div', { class: 'row' }, [
      demo === undefined ? null : h('button', { type: 'button', onClick: () => take(demo) }, 'Use the demo wallet of this test world'),
      wallets.map((one) =>
        h('button', { type: 'button', key: one.name, onClick: () => connect(one) }, [
          one.icon === '' ? null : h('img', { src: one.icon, alt: '', width: 16, height: 16 }),
          ` Use ${one.name}`,
        ]),
      ),
    ]),
    failure === undefined ? null : h(FailureNote, { failure }),
  ];
}

const NO_WALLET =
  'No wallet was found in this browser. Install a Solana wallet that signs texts to ask for values. A dry run works without one.';

function walletFailure(name: string, error: unknown): ExplainedFailure {
  const { detail } = explainFailure(error);
  return {
    kind: 'failed',
    title: `${name} shared no key`,
    detail: detail === '' ? 'You can try again.' : detail,
    code: 'wallet_not_connected',
  };
}
