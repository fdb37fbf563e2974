import type { AccountKind } from './account-kind.js';

export const delegate: AccountKind = {
  meaning: 'the subscription of --subscription-owner, with the key of its delegate; each request is signed',
  sampleKey: 'delegate',
  async open({ libraries, readKey, settingOf, sampleAddress }, { settings }) {
    const subscriptionOwner =
      settings['subscription-owner'] ?? (await sampleAddress('subscriptionOwner')) ?? settingOf('subscription-owner');
    const { signer } = await readKey();
    return (await libraries.client()).delegate({ signer, subscriptionOwner });
  },
};
