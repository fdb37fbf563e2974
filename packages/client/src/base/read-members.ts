import { fromHex } from '@oracle-gateway/protocol';
import { VerificationError } from './errors.js';
import { integerOf, memberOf, textOf } from './json.js';

// A field names a member, behind the names of the objects around it: `data.value`.

export function malformedMember(field: string, rule: string): VerificationError {
  return new VerificationError('malformed', `${field}: ${rule}`);
}

/** @throws VerificationError `malformed`, which names the field */
export function textMember(members: unknown, field: string): string {
  const text = textOf(memberOf(members, nameIn(field)));
  if (text === undefined) throw malformedMember(field, 'must be a text');
  return text;
}

/** @throws likewise */
export function countMember(members: unknown, field: string, max = Number.MAX_SAFE_INTEGER): number {
  const value = integerOf(memberOf(members, nameIn(field)));
  if (value === undefined || value > max) throw malformedMember(field, `must be an integer from 0 to ${max}`);
  return value;
}

/** @throws likewise */
export function bytesMember(members: unknown, field: string, byteLength: number): Uint8Array {
  try {
    return fromHex(textMember(members, field), byteLength);
  } catch (error) {
    if (error instanceof VerificationError) throw error;
    throw malformedMember(field, `must be ${byteLength} bytes in hex`);
  }
}

function nameIn(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}
