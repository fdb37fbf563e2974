import { CorruptRecordError } from '../records/errors.js';
import type { Hold, Holder } from '../records/hold.js';
import { isRoundId } from '../records/round-id.js';

/** Most holders that a hold may name as counted, and that one read of an account names. */
export const MAX_HOLDERS = 500;

const MEMBER = /^([1-9][0-9]{0,15}):(.+)$/;

/** A member of the key `holds:<account>`. */
export function decodeHolder(member: string): Holder {
  const [, units, roundId = ''] = MEMBER.exec(member) ?? [];
  if (!isRoundId(roundId) || !Number.isSafeInteger(Number(units))) throw new CorruptRecordError('a holder of an quotaKey is malformed');
  return { roundId, units: Number(units) };
}

/** The rounds that a reading counts already, as the script takes them; undefined: none. Throws RangeError: admissions name them, never callers. */
export function countedInput({ slot, counted = [] }: Pick<Hold, 'slot' | 'counted'>): readonly string[] | undefined {
  if (counted.length > MAX_HOLDERS) throw new RangeError(`a reading counts at most ${MAX_HOLDERS} rounds that are not settled`);
  if (slot === null && counted.length > 0) throw new RangeError('a fixed cap counts no round');
  if (new Set(counted.map(({ roundId }) => roundId)).size !== counted.length) throw new RangeError('a reading counts a round twice');
  return counted.length === 0 ? undefined : counted.map(memberOf);
}

function memberOf({ roundId, units }: Holder): string {
  if (!isRoundId(roundId) || !Number.isSafeInteger(units) || units < 1) throw new RangeError('a holder is a round and 1 unit or more');
  return `${units}:${roundId}`;
}
