import { CorruptRecordError } from '../records/errors.js';
import type { KeptHold } from '../records/hold.js';
import { decodeHolds } from '../wire/hold-text.js';
import { readText, readTexts } from '../wire/reply.js';

/** Once as remembered, once as the record holds; a commit may come in between. */
const MAX_TRIES = 3;

/**
 * Runs a script that moves holds. It declares the keys of their quotas, so it must be told what the record holds; told wrongly, it
 * writes nothing and answers what it should have been told.
 */
export async function withHolds(
  holds: readonly KeptHold[],
  runWith: (holds: readonly KeptHold[]) => Promise<unknown>,
): Promise<readonly string[]> {
  let told = holds;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const texts = readTexts(await runWith(told));
    if (texts[0] !== 'holds') return texts;
    told = decodeHolds(readText(texts, 1));
  }
  throw new CorruptRecordError('the holds of a record changed with every read of it');
}
