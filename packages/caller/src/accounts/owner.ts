import type { AccountKind } from './account-kind.js';
import { countedRounds } from './counted-rounds.js';

export const owner: AccountKind = {
  meaning: 'the subscription of the key; each request is signed',
  sampleKey: 'subscriptionOwner',
  unit: 'rounds',
  async open({ libraries, readKey }, { allowance }) {
    const { signer } = await readKey();
    return countedRounds((await libraries.client()).owner({ signer }), allowance);
  },
};
