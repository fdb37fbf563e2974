import { payPerRequest } from '@oracle-gateway/client/x402';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { type KeeperAccountKind, present } from './account-kind.js';

/** One payment of the key for each round. */
export const x402: KeeperAccountKind = {
  path: 'x402',
  unit: 'atomic units',
  needs: ['max_amount'],
  async open({ secretKey, allowance, maxAmount, rpcUrl }) {
    const signer = await createKeyPairSignerFromBytes(secretKey);
    return payPerRequest({ signer, maxAmount: present(maxAmount), allowance, rpcUrl });
  },
};
