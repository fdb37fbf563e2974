import type { AccountKind } from './account-kind.js';

export const agent: AccountKind = {
  meaning: 'the escrow of the key; each request is signed for its exact price',
  sampleKey: 'agentPayer',
  unit: 'atomic units',
  async open({ libraries, readKey, maxAmount }, { allowance }) {
    const limit = maxAmount();
    const { signer } = await readKey();
    return (await libraries.client()).agent({ signer, maxAmount: limit, ...(allowance === undefined ? {} : { allowance }) });
  },
};
