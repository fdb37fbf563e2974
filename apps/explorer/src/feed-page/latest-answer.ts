import { objectOf, parseJsonText, wholeNumberIn } from '../read-json.js';
import { type ToldValue, toldValueIn } from '../feeds/public-feeds.js';

/** The latest answer of a public feed, with everything that verifies it. */
export interface LatestAnswer extends ToldValue {
  /** Round result, as received. */
  readonly result: unknown;
  /** Place of the feed in the list that its value was bought in. */
  readonly place: number | undefined;
}

/** Undefined where the feed has none, or one that breaks its form. */
export function latestAnswerIn(latest: unknown): LatestAnswer | undefined {
  const members = objectOf(latest);
  const value = toldValueIn(latest);
  return members === undefined || value === undefined
    ? undefined
    : { ...value, result: members['result'], place: wholeNumberIn(members['place']) };
}

/** The answer in the text of an event. */
export function latestAnswerOf(text: unknown): LatestAnswer | undefined {
  const json = typeof text === 'string' ? parseJsonText(text) : undefined;
  return json?.ok === true ? latestAnswerIn(json.value) : undefined;
}
