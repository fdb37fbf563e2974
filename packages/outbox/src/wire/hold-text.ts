import { CorruptRecordError } from '../records/errors.js';
import type { Hold, QuotaKey, KeptHold } from '../records/hold.js';
import { requireCount } from '../records/require-count.js';
import { requireName } from '../records/require-name.js';

/** Most holds of one round. */
export const MAX_HOLDS = 8;

const LINE = /^([A-Za-z0-9:._-]{1,128}) ([1-9][0-9]{0,15}) ([as])([lf])$/;
const UNTIL = { a: 'answered', s: 'settled' } as const;
const BASIS = { l: 'ledger', f: 'fixed' } as const;
const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** The record's form: one line for each hold, with the initials of `until` and `basis`. */
export function encodeHolds(holds: readonly KeptHold[]): string {
  return holds.map(({ quotaKey, units, until, basis }) => `${quotaKey} ${units} ${until.charAt(0)}${basis.charAt(0)}`).join('\n');
}

/** The holds of a record as scripts take them that move all of them. */
export function holdsInput(holds: readonly KeptHold[]): { readonly holds: string; readonly units: readonly string[] } {
  return { holds: encodeHolds(holds), units: unitsOf(holds) };
}

interface AnsweredHoldsInput {
  readonly holds: string;
  readonly staying: string;
  readonly units: readonly string[];
}

/** The holds of a record as scripts take them that give back those until the answer. */
export function answeredHoldsInput(holds: readonly KeptHold[], answered: readonly KeptHold[]): AnsweredHoldsInput {
  return { holds: encodeHolds(holds), staying: encodeHolds(holds.filter((hold) => !answered.includes(hold))), units: unitsOf(answered) };
}

/** Lua writes a number of more than 14 digits inexactly into a text. */
function unitsOf(holds: readonly KeptHold[]): readonly string[] {
  return holds.map(({ units }) => String(units));
}

/** Throws CorruptRecordError. */
export function decodeHolds(text: string): readonly KeptHold[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [, quotaKey, units, until, basis] = LINE.exec(line) ?? [];
    if (quotaKey === undefined || !isKeyOf(UNTIL, until) || !isKeyOf(BASIS, basis)) {
      throw new CorruptRecordError('a hold of a record is malformed');
    }
    return { quotaKey, units: Number(units), until: UNTIL[until], basis: BASIS[basis] };
  });
}

function isKeyOf<Names extends object>(names: Names, text: string | undefined): text is Extract<keyof Names, string> {
  return text !== undefined && Object.hasOwn(names, text);
}

/** The holds of a reservation as its record keeps them. Throws RangeError: holds are made by admissions, never by callers. */
export function keptHolds(holds: readonly Hold[]): readonly KeptHold[] {
  if (holds.length > MAX_HOLDS) throw new RangeError(`a reservation has at most ${MAX_HOLDS} holds`);
  if (new Set(holds.map(({ quotaKey }) => quotaKey)).size !== holds.length) throw new RangeError('two holds name one quotaKey');
  return holds.map(({ quotaKey, units, slot, until }) => {
    if (requireCount('units', units) === 0) throw new RangeError('units must be 1 or more');
    return { quotaKey: requireQuotaKey(quotaKey), units, until, basis: slot === null ? 'fixed' : 'ledger' };
  });
}

/** Throws RangeError. */
export function requireQuotaKey(quotaKey: QuotaKey): QuotaKey {
  return requireName('an quotaKey', quotaKey);
}

/** Available units as scripts take them: Lua counts in doubles, and no count of units reaches 2^53 − 1. */
export function availableInput(available: bigint): string {
  if (available < 0n) throw new RangeError('available must be 0 or more');
  return (available > LARGEST_EXACT ? LARGEST_EXACT : available).toString();
}
