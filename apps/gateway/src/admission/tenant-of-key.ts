import type { Tenant } from '@oracle-gateway/fair-share';
import { type Address, formatAddress } from '@oracle-gateway/protocol';

/** The tenant of an owner or a payer: one key is one tenant, whatever it pays with. */
export function tenantOfKey(key: Address, { isStranger }: { readonly isStranger: boolean }): Tenant {
  return { name: `key:${formatAddress(key)}`, isStranger };
}
