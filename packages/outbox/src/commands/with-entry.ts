import { formatAddress } from '@oracle-gateway/protocol';
import { CorruptRecordError, isUnreadable } from '../records/errors.js';
import { type BookEntry, decodeBookEntry, usageInput } from '../wire/book-entry.js';
import { readText, readTexts } from '../wire/reply.js';

/** Once as told, once as the record has it: an entry never changes. */
const MAX_TRIES = 2;

/** The entry of a round in the books, as a script is told it that charges the round. */
export interface ToldEntry {
  /** base58, '' where the entry is unreadable: the script declares the key of this owner's usage. */
  readonly owner: string;
  /** The round adds this to it. */
  readonly usage: ReturnType<typeof usageInput> | undefined;
  readonly entry: string;
}

/**
 * Runs a script that charges a round. It counts what the entry of the round says, which only this side reads. Told another entry than the record's, it
 * writes nothing and answers the record's.
 *
 * @param entry '' where it is not known, which costs a round trip
 */
export async function withEntry(entry: string, runWith: (told: ToldEntry) => Promise<unknown>): Promise<readonly string[]> {
  let known = entry;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const read = readEntry(known);
    const [owner, usage] = read === null ? ['', undefined] : [formatAddress(read.owner), usageInput(read)];
    const texts = readTexts(await runWith({ owner, usage, entry: known }));
    if (texts[0] !== 'entry') return texts;
    known = readText(texts, 1);
  }
  throw new CorruptRecordError('the entry of a round changed between two reads of its record');
}

/** null: a round is concluded whatever its record keeps. */
export function readEntry(text: string): BookEntry | null {
  try {
    return decodeBookEntry(text);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
