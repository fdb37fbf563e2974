import type { Aggregation } from '@oracle-gateway/protocol';

const BITS = 256;

/** The number of 32 packed bytes: not below zero in exact mode, two's complement in tolerance mode (protocol, "Values"). */
export function packedNumber(packed: Uint8Array, rule: Aggregation | undefined): bigint {
  const number = packed.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return rule === undefined ? number : BigInt.asIntN(BITS, number);
}
