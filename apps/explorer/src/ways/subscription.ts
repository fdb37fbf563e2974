import { createClient, session } from '@oracle-gateway/client';
import type { Way } from './way.js';

export const subscription: Way = {
  title: 'A subscription',
  about: 'The wallet signs in once. Its subscription has paid for the rounds already.',
  spends: false,
  needsTransactions: false,
  isServed: ({ paths, sessionAuth }) => paths.subscription && sessionAuth,
  price: () => undefined,
  open({ key, gateway, ledger }) {
    const account = session({ signer: key });
    return { client: createClient({ gateway, ledger, account }), feedOwner: account.feedOwner };
  },
};
