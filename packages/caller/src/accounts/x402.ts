import type { AccountKind } from './account-kind.js';

export const x402: AccountKind = {
  meaning: 'one payment of the key for each round',
  sampleKey: 'x402Payer',
  unit: 'atomic units',
  async open({ libraries, readKey, settingOf, maxAmount }, { allowance }) {
    const limit = maxAmount();
    const rpcUrl = settingOf('rpc');
    const { secretKey } = await readKey();
    const [{ payPerRequest }, { createKeyPairSignerFromBytes }] = await Promise.all([libraries.payPerRequest(), import('@solana/kit')]);
    return payPerRequest({
      signer: await createKeyPairSignerFromBytes(secretKey),
      maxAmount: limit,
      rpcUrl,
      ...(allowance === undefined ? {} : { allowance }),
    });
  },
};
