import { Readable } from 'node:stream';

import { expect, it } from 'vitest';

import { textLines } from './text-lines.js';

function chunksOf(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, place) => place * size);
  return Readable.from(starts.map((from) => bytes.subarray(from, from + size)));
}

async function linesOf(text: string, size: number, maxBytes = 10): Promise<readonly (string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of textLines(chunksOf(text, size), maxBytes)) lines.push(line);
  return lines;
}

it('lines are the same, wherever the chunks are cut', async () => {
  const text = 'one\n\nzwölf €\n0123456789\n01234567890\nlast';
  const whole = ['one', '', 'zwölf €', '0123456789', null, 'last'];
  for (let size = 1; size <= text.length + 8; size += 1) expect(await linesOf(text, size), `chunks of ${size}`).toEqual(whole);
});

it('a line of many chunks is left out once, and the next one is read', async () => {
  expect(await linesOf(`${'x'.repeat(1_000_000)}\nnext`, 1_000)).toEqual([null, 'next']);
});
