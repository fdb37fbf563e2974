import type { Address } from '@oracle-gateway/protocol';

export const sameAddress = (a: Address, b: Address): boolean => Buffer.compare(a, b) === 0;
