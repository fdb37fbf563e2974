import type { Brand } from './units.js';

/**
 * The kind of value that a signature covers: 1 = a source, 2 to 32 = an index of so many sources, 128 + n = a list of n sources, n from 2 to
 * 32. It is signed, so that no party can present a list's value as a source's.
 */
export type Form = Brand<number, 'Form'>;

/** A single source. */
export const SOURCE_FORM = 1 as Form;

/** Most sources of a list or of an index. */
export const MAX_SOURCES = 32;

const LIST_BIT = 0x80;

/** Whether a number is the form of a source, of an index or of a list. */
export function isForm(value: number): value is Form {
  const sources = value & ~LIST_BIT;
  const least = value === sources ? 1 : 2;
  return Number.isInteger(value) && value >= 0 && value <= 0xff && sources >= least && sources <= MAX_SOURCES;
}

/** @throws RangeError unless the number is a form */
export function toForm(value: number): Form {
  if (!isForm(value)) throw new RangeError('form must be 1, 2 to 32 for an index, or 130 to 160 for a list');
  return value;
}

/** Number of sources that a signature of the form covers. A round is charged as so many. */
export function unitsOf(form: Form): number {
  return form & ~LIST_BIT;
}

/**
 * The form of a list of `sources`.
 * @throws RangeError unless there are 2 to 32
 */
export function formOfList(sources: number): Form {
  if (!(Number.isInteger(sources) && sources >= 2 && sources <= MAX_SOURCES)) throw new RangeError('a list has 2 to 32 sources');
  return (LIST_BIT | sources) as Form;
}

/**
 * The form of an index over `sources`.
 * @throws RangeError unless there are 2 to 32
 */
export function formOfIndex(sources: number): Form {
  if (!(Number.isInteger(sources) && sources >= 2 && sources <= MAX_SOURCES)) throw new RangeError('an index has 2 to 32 sources');
  return sources as Form;
}

/** A list has a value for each of its sources. A single source and an index have one value. */
export function isList(form: Form): boolean {
  return (form & LIST_BIT) !== 0;
}
