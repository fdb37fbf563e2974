import { createReadStream } from 'node:fs';

/** Longest line of the books: a row takes some 400 bytes, the line that closes a day some 300. */
const MOST_LINE_BYTES = 16 * 1_024;
const LINE_FEED = 0x0a;

export interface FileLine {
  readonly text: string;
  /** The bytes, without the line feed. */
  readonly bytes: Uint8Array;
  /** False: the file ends before the line does, as a writer leaves it that was killed. */
  readonly whole: boolean;
}

/** Lines of a file. A few are in memory at a time. Throws RangeError for a line that is too long. */
export async function* linesOfFile(path: string): AsyncGenerator<FileLine> {
  let rest = new Uint8Array();
  for await (const chunk of createReadStream(path)) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a file is read in bytes');
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      yield lineOf(bytes.subarray(start, end), true);
      start = end + 1;
    }
    rest = Uint8Array.from(bytes.subarray(start));
    if (rest.length > MOST_LINE_BYTES) throw new RangeError(`${path}: a line has more than ${MOST_LINE_BYTES} bytes`);
  }
  if (rest.length > 0) yield lineOf(rest, false);
}

function lineOf(bytes: Uint8Array, whole: boolean): FileLine {
  return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'), bytes, whole };
}
