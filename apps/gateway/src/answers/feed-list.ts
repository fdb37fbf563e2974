/** 128 bits tell feeds apart, and the key stays small. */
const FEED_CHARACTERS = 32;

/**
 * The list of the rounds of a feed that have a result, by the feed id as 0x hex. A round that is paid per request is in none: its id is random
 * and opens its result, so only its caller may know it.
 */
export function feedList(feedId: string): string {
  return `feed:${feedId.slice(2, 2 + FEED_CHARACTERS)}`;
}
