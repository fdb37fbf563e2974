import { bytesOfLength } from './fixed-width.js';

const BITS = 256;
const BYTES = 32;

/** Whether the integer lies within −2^255..2^255 − 1. */
export function isInt256(value: bigint): boolean {
  return BigInt.asIntN(BITS, value) === value;
}

/** 32 bytes, big-endian, in two's complement. @throws RangeError unless the integer lies within −2^255..2^255 − 1. */
export function toInt256(value: bigint): Uint8Array {
  if (!isInt256(value)) throw new RangeError('int256 must be from -2^255 to 2^255 - 1');
  return toUint256(BigInt.asUintN(BITS, value));
}

/** @throws TypeError unless there are 32 bytes. */
export function fromInt256(bytes: Uint8Array): bigint {
  return BigInt.asIntN(BITS, fromUint256(bytes));
}

/** 32 bytes, big-endian. @throws RangeError unless the integer lies within 0..2^256 − 1. */
export function toUint256(value: bigint): Uint8Array {
  if (BigInt.asUintN(BITS, value) !== value) throw new RangeError('uint256 must be from 0 to 2^256 - 1');
  const bytes = new Uint8Array(BYTES);
  let rest = value;
  for (let place = BYTES - 1; rest > 0n; place -= 1) {
    bytes[place] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/** @throws TypeError unless there are 32 bytes. */
export function fromUint256(bytes: Uint8Array): bigint {
  bytesOfLength('value', bytes, BYTES);
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}
