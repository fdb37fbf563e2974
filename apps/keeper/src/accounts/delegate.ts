import { delegate as delegateAccount } from '@oracle-gateway/client';
import { type KeeperAccountKind, present } from './account-kind.js';
import { counted } from './counted.js';

/** A subscription whose owner allows the key some rounds. */
export const delegate: KeeperAccountKind = {
  path: 'subscription',
  unit: 'rounds',
  needs: ['subscription_owner'],
  open: ({ signer, allowance, subscriptionOwner }) =>
    Promise.resolve(counted(delegateAccount({ signer, subscriptionOwner: present(subscriptionOwner) }), allowance)),
};
