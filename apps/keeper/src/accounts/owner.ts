import { owner as ownerAccount } from '@oracle-gateway/client';
import type { KeeperAccountKind } from './account-kind.js';
import { counted } from './counted.js';

/** The subscription of the key. */
export const owner: KeeperAccountKind = {
  path: 'subscription',
  unit: 'rounds',
  needs: [],
  open: ({ signer, allowance }) => Promise.resolve(counted(ownerAccount({ signer }), allowance)),
};
