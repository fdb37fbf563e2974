import type { Address } from '@oracle-gateway/protocol';

export function sameAddress(a: Address, b: Address): boolean {
  return Buffer.compare(a, b) === 0;
}
