import type { Address } from '@oracle-gateway/protocol';

/** A key for maps of this process, at a hundredth of the cost of base58. */
export function addressName(address: Address): string {
  return Buffer.from(address).toString('base64');
}
