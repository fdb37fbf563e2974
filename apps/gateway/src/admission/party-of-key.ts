import type { Party } from '@oracle-gateway/fair-share';
import { type Address, formatAddress } from '@oracle-gateway/protocol';

/** The party of an owner or a payer: one key is one party, whatever it pays with. */
export function partyOfKey(key: Address, { isStranger }: Pick<Party, 'isStranger'>): Party {
  return { name: `key:${formatAddress(key)}`, isStranger };
}
