import type { TSchema } from '@sinclair/typebox';

/** Fewest days between the announcement and the end of a part of the contract (docs/releases.md#deprecation). */
export const MIN_ANNOUNCED_DAYS = 180;

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** An announcement, by its days. */
export interface DeprecationInput {
  /** First day of the announcement, such as `2027-01-31`, in UTC. */
  readonly since: string;
  /** First day without it. */
  readonly sunset: string;
  /** The replacement: a sentence of CommonMark. */
  readonly instead: string;
}

/** The announcement that an operation or a member goes. */
export interface Deprecation extends DeprecationInput {
  /** Headers of every answer of the operation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
  readonly headers: Readonly<Record<'Deprecation' | 'Sunset', string>>;
}

/**
 * Announces that an operation goes: the member `deprecated` of its declaration. Headers, the OpenAPI document and the pages follow from it.
 *
 * @throws RangeError for a text that is no day, or an end less than {@link MIN_ANNOUNCED_DAYS} days after the announcement
 * @example
 * deprecation({ since: '2027-01-31', sunset: '2027-12-31', instead: 'Use `getInfo`.' });
 */
export function deprecation({ since, sunset, instead }: DeprecationInput): Deprecation {
  const [from, to] = [dayOf('since', since), dayOf('sunset', sunset)];
  if (to - from < MIN_ANNOUNCED_DAYS * DAY_MS) throw new RangeError(`sunset: must be ${MIN_ANNOUNCED_DAYS} days or more after since`);
  const headers = { Deprecation: `@${from / 1_000}`, Sunset: new Date(to).toUTCString() };
  return { since, sunset, instead, headers };
}

function dayOf(field: string, text: string): number {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, text.length) !== text)
    throw new RangeError(`${field}: must be a day such as 2027-01-31`);
  return time;
}

/** The announcement in words, for pages. */
export function deprecationText({ since, sunset, instead }: DeprecationInput): string {
  return `Deprecated since ${since}, ends ${sunset}. ${instead}`;
}

/** Announces that a member of a body or a parameter goes: its schema with the words of the announcement. Errors as {@link deprecation}. */
export function deprecatedMember<T extends TSchema>(schema: T, input: DeprecationInput): T {
  const text = deprecationText(deprecation(input));
  const { description } = schema;
  return { ...schema, deprecated: true, description: description === undefined ? text : `${description}. ${text}` };
}
