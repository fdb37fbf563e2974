import { ruleOf, type Subject } from '@oracle-gateway/protocol';

const BITS = 256;

/** The number of 32 packed bytes: not below zero in exact mode, two's complement in tolerance mode (protocol, "Values"). */
export function packedNumber(packed: Uint8Array, subject: Pick<Subject, 'form' | 'rules'>): bigint {
  const number = packed.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return ruleOf(subject) === undefined ? number : BigInt.asIntN(BITS, number);
}
