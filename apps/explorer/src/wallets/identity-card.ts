import type { LedgerOptions, Signer } from '@oracle-gateway/client';
import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { explainFailure, type Failure } from '../rounds/explain-failure.js';
import { Card } from '../view/card.js';
import { FailureNote } from '../view/failure-note.js';
import { type Identity, identityOf } from './identity.js';
import type { Wallet } from './wallet-standard.js';

interface IdentityInput {
  readonly gateway: string;
  readonly ledger: LedgerOptions;
  readonly wallets: readonly Wallet[];
  /** The key that a test world lends to everyone. */
  readonly demo: Signer | undefined;
  readonly identity: Identity | undefined;
  readonly onIdentity: (identity: Identity | undefined) => void;
}

/** Who asks: a wallet of the browser, or the lent key of a test world. */
export function IdentityCard({ gateway, ledger, wallets, demo, identity, onIdentity }: IdentityInput): ComponentChildren {
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const take = (name: string, signer: Signer): void => {
    setFailure(undefined);
    onIdentity(identityOf({ name, signer, gateway, ledger }));
  };
  const connect = (wallet: Wallet): void => {
    wallet.connect().then(
      (signer) => take(wallet.name, signer),
      (error: unknown) => setFailure(walletFailure(wallet.name, error)),
    );
  };
  const leave = ({ client }: Identity): void => {
    onIdentity(undefined);
    // The token ends by itself where the gateway does not hear of it.
    client.signOut().catch(() => undefined);
  };
  return h(Card, { title: 'Who asks' }, [
    identity === undefined
      ? h(
          'p',
          null,
          wallets.length === 0 && demo === undefined ? NO_WALLET : 'Choose the wallet whose subscription pays. It signs in once.',
        )
      : h('p', null, [
          h('strong', null, identity.name),
          ' ',
          h('code', { id: 'address' }, identity.address),
          ' ',
          h('button', { type: 'button', class: 'small', onClick: () => leave(identity) }, 'Sign out'),
        ]),
    identity !== undefined
      ? null
      : h('div', { class: 'row' }, [
          demo === undefined
            ? null
            : h('button', { type: 'button', onClick: () => take(DEMO_NAME, demo) }, 'Use the demo wallet of this test world'),
          wallets.map((wallet) =>
            h('button', { type: 'button', key: wallet.name, onClick: () => connect(wallet) }, [
              wallet.icon === '' ? null : h('img', { src: wallet.icon, alt: '', width: 16, height: 16 }),
              ` Use ${wallet.name}`,
            ]),
          ),
        ]),
    failure === undefined ? null : h(FailureNote, { failure }),
  ]);
}

export const DEMO_NAME = 'Demo wallet';
const NO_WALLET =
  'No wallet was found in this browser. Install a Solana wallet that signs texts to ask for values. A dry run works without one.';

function walletFailure(name: string, error: unknown): Failure {
  const { detail } = explainFailure(error);
  return {
    kind: 'failed',
    title: `${name} shared no key`,
    detail: detail === '' ? 'You can try again.' : detail,
    code: 'wallet_not_connected',
  };
}
