/** The members by which people find a feed. */
export interface SearchableFeed {
  /** Such as `coinbase/btc-usd`. */
  readonly key: string;
  readonly title: string;
  readonly provider?: string;
  /** Words that people call it by, such as `bitcoin`. */
  readonly names: readonly string[];
}

/** Feeds that a search found. */
export interface FoundFeeds<F> {
  /** Best first. */
  readonly feeds: readonly F[];
  /** Whether each feed has every word; else these are the nearest. */
  readonly isMatch: boolean;
}

const MAX_TEXT_CHARS = 200;
const MAX_WORDS = 16;
const MAX_NEAREST = 3;
/** Words of a question that no feed is told apart by. */
const FILLERS = new Set(
  'a an and are at by current feed feeds for from get how in is latest me much now of on price prices quote the to today value what'.split(
    ' ',
  ),
);
/** Points of a word for the member that has it. A word that only begins so has half. */
const POINTS = { names: 12, title: 10, key: 8, provider: 8 } as const;
/** Alike is what shares more than half of its pairs of letters. */
const ALIKE = 0.5;

interface Indexed<F> {
  readonly feed: F;
  /** Points of each word. */
  readonly words: ReadonlyMap<string, number>;
}

/**
 * The feeds that have every word of a text in their names, title, key or provider, best first.
 * If no feed has them all, at most three are found that come nearest. An empty text finds all feeds in their order.
 */
export function searchFeeds<F extends SearchableFeed>(feeds: readonly F[], text: string): FoundFeeds<F> {
  const asked = askedWords(text);
  if (asked.length === 0) return { feeds, isMatch: true };
  const indexed = feeds.map(indexOf);
  const matching = indexed
    .map(({ feed, words }) => ({ feed, words, points: asked.map((word) => pointsOf(word, words)) }))
    .filter(({ points }) => points.every((one) => one > 0));
  if (matching.length > 0) return { feeds: best(matching), isMatch: true };
  const near = indexed
    .map(({ feed, words }) => ({ feed, words, points: asked.map((word) => pointsOf(word, words) || likenessOf(word, words)) }))
    .filter(({ points }) => points.some((one) => one > 0));
  return { feeds: best(near).slice(0, MAX_NEAREST), isMatch: false };
}

function best<F extends SearchableFeed>(found: readonly (Indexed<F> & { readonly points: readonly number[] })[]): readonly F[] {
  const total = (points: readonly number[]): number => points.reduce((sum, one) => sum + one, 0);
  // Of feeds with equal points, the one with fewer other names comes first.
  return found.toSorted((a, b) => total(b.points) - total(a.points) || a.feed.names.length - b.feed.names.length).map(({ feed }) => feed);
}

function askedWords(text: string): readonly string[] {
  const words = [...new Set(wordsOf(text.slice(0, MAX_TEXT_CHARS)))].slice(0, MAX_WORDS);
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : words;
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function indexOf<F extends SearchableFeed>(feed: F): Indexed<F> {
  const words = new Map<string, number>();
  const add = (text: string, points: number): void => {
    for (const word of wordsOf(text)) if (!words.has(word)) words.set(word, points);
  };
  for (const name of feed.names) add(name, POINTS.names);
  add(feed.title, POINTS.title);
  add(feed.key, POINTS.key);
  add(feed.provider ?? '', POINTS.provider);
  return { feed, words };
}

function pointsOf(asked: string, words: ReadonlyMap<string, number>): number {
  const whole = words.get(asked);
  if (whole !== undefined) return whole;
  let most = 0;
  for (const [word, points] of words) if (word.startsWith(asked)) most = Math.max(most, points / 2);
  return most;
}

/** A misspelt word counts less than the beginning of any word. */
function likenessOf(asked: string, words: ReadonlyMap<string, number>): number {
  let most = 0;
  for (const word of words.keys()) most = Math.max(most, sharedPairs(asked, word));
  return most > ALIKE ? most * 3 : 0;
}

/** Sørensen–Dice coefficient of the pairs of letters. */
function sharedPairs(one: string, other: string): number {
  const pairs = pairsOf(one);
  const others = pairsOf(other);
  const all = pairs.size + others.size;
  if (all === 0) return 0;
  return (2 * [...pairs].filter((pair) => others.has(pair)).length) / all;
}

function pairsOf(word: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, index) => word.slice(index, index + 2)));
}
