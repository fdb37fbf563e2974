import type { AccountKind } from './account-kind.js';

export const owner: AccountKind = {
  meaning: 'the subscription of the key; each request is signed',
  sampleKey: 'subscriptionOwner',
  async open({ libraries, readKey }) {
    const { signer } = await readKey();
    return (await libraries.client()).owner({ signer });
  },
};
