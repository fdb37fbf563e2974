import { fromHex, HexError } from '@oracle-gateway/protocol';
import { EvmAnswerError } from './evm-answer-error.js';

/** Undefined for a member that the object lacks, and for what is no object. */
export function jsonMember(object: unknown, name: string): unknown {
  const members: Record<string, unknown> = typeof object === 'object' && object !== null ? { ...object } : {};
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** @throws EvmAnswerError `malformed` */
export function bytesAt(object: unknown, name: string, length?: number): Uint8Array {
  const text = jsonMember(object, name);
  try {
    if (typeof text === 'string') return fromHex(text, length);
  } catch (error) {
    if (!(error instanceof HexError)) throw error;
  }
  throw malformed(name, length === undefined ? 'must be bytes in hex' : `must be ${length} bytes in hex`);
}

/** @throws EvmAnswerError `malformed` */
export function integerAt(object: unknown, name: string, largest: number): number {
  const value = jsonMember(object, name);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= largest) return value;
  throw malformed(name, `must be an integer from 0 to ${largest}`);
}

export function malformed(member: string, rule: string): EvmAnswerError {
  return new EvmAnswerError('malformed', `${member}: ${rule}`);
}
