import { formatAddress, isAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import type { QuotaKey } from './hold.js';

/** The quota of one address: `<kind>:<address>`. The code that takes its holds and readings gives the kind its meaning. */
export function quotaKey(kind: string, address: Address): QuotaKey {
  return `${kind}:${formatAddress(address)}`;
}

/** The address in a quota key of the given kind; null for a quota key of another kind. */
export function quotaAddress(kind: string, key: QuotaKey): Address | null {
  const text = key.slice(kind.length + 1);
  return key.startsWith(`${kind}:`) && isAddress(text) ? parseAddress(text) : null;
}
