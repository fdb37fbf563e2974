import { CorruptRecordError } from '../records/errors.js';
import { readText, readTexts } from '../wire/reply.js';

/** Once as told, once as the record has it: an owner never changes. */
const MAX_TRIES = 2;

/**
 * Runs a script that counts the usage of a round's owner. It declares the key of that usage, so it must be told the owner; told wrongly, it
 * writes nothing and answers whose it is.
 *
 * @param owner base58; '' where it is not known, which costs a round trip
 */
export async function withOwner(owner: string, runWith: (owner: string) => Promise<unknown>): Promise<readonly string[]> {
  let told = owner;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const texts = readTexts(await runWith(told));
    if (texts[0] !== 'owner') return texts;
    told = readText(texts, 1);
  }
  throw new CorruptRecordError('the owner of a round changed between two reads of its record');
}
