const LF = 0x0a;

/** The text of each line; null for one that has more bytes than `maxBytes`, which is not kept. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string | null> {
  let [parts, length]: [Uint8Array[], number] = [[], 0];
  const add = (part: Uint8Array): void => {
    length += part.byteLength;
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };
  const end = (): string | null => {
    const text = length <= maxBytes ? Buffer.concat(parts).toString('utf8') : null;
    [parts, length] = [[], 0];
    return text;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(LF); to !== -1; to = chunk.indexOf(LF, from)) {
      add(chunk.subarray(from, to));
      from = to + 1;
      yield end();
    }
    if (from < chunk.byteLength) add(chunk.subarray(from));
  }
  if (length > 0) yield end();
}
