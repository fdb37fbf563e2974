import { agent as agentAccount } from '@oracle-gateway/client';
import { type KeeperAccountKind, present } from './account-kind.js';

/** The escrow of the key with the gateway. */
export const agent: KeeperAccountKind = {
  path: 'agent',
  unit: 'atomic units',
  needs: ['max_amount'],
  open: ({ signer, allowance, maxAmount }) => Promise.resolve(agentAccount({ signer, maxAmount: present(maxAmount), allowance })),
};
