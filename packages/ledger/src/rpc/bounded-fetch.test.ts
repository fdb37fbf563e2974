import { describe, expect, it } from 'vitest';

import { readBounded, ResponseTooLargeError } from './bounded-fetch.js';

describe('bounded reading', () => {
  it('returns a body of exactly the bound', async () => {
    expect(await readBounded(new Response('abcd'), 4)).toEqual(new TextEncoder().encode('abcd'));
  });

  it('stops reading an endless body at the bound', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    await expect(readBounded(new Response(endless), 5_000)).rejects.toBeInstanceOf(ResponseTooLargeError);
    expect(sent).toBeLessThan(10);
  });

  it('takes an answer without a body as empty', async () => {
    expect(await readBounded(new Response(null), 4)).toEqual(new Uint8Array(0));
  });
});
