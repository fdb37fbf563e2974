import type { AccountKind } from './account-kind.js';
import { countedRounds } from './counted-rounds.js';

export const delegate: AccountKind = {
  meaning: 'the subscription of --subscription-owner, with the key of its delegate; each request is signed',
  sampleKey: 'delegate',
  unit: 'rounds',
  async open({ libraries, readKey, settingOf, sampleAddress }, { settings, allowance }) {
    const subscriptionOwner =
      settings['subscription-owner'] ?? (await sampleAddress('subscriptionOwner')) ?? settingOf('subscription-owner');
    const { signer } = await readKey();
    return countedRounds((await libraries.client()).delegate({ signer, subscriptionOwner }), allowance);
  },
};
