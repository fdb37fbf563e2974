import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { call, Cleanup, expectRefusal, newLedger, observeOk, observeRequest, priceSource, startNode, startSource } from '../fixture.js';

/** A caller whose answers are costly to read, in 300 bytes each: it has its share of the one thread, and a node tells it so. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const OTHER_REQUESTER = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
const COSTLY = gzipSync(`[${'"",'.repeat(87_000)}"1"]`);
const AT_ONCE = 8;
/** Each takes the thread for five milliseconds at the least. */
const MAX_BATCHES = 100;

it("a caller of costly answers uses up its own share of the time for reading, and no other caller's", async () => {
  const source = await startSource(cleanup, (request, response) => {
    if (request.url === '/price') priceSource(request, response);
    else response.writeHead(200, { 'content-encoding': 'gzip' }).end(COSTLY);
  });
  const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
  const apiConfig = { url: `${source.url}/costly`, method: 'GET', responseParser: '$..[?length(@)>1]' } as const;
  const codes = new Set<number>();
  for (let batch = 0; batch < MAX_BATCHES && !codes.has(429); batch += 1) {
    const replies = Array.from({ length: AT_ONCE }, () => call(node, 'observe', observeRequest(source, { apiConfig })));
    await observeOk(node, observeRequest(source, { requester: OTHER_REQUESTER }));
    for (const { status } of await Promise.all(replies)) codes.add(status);
  }
  expect([...codes].toSorted()).toEqual([429, 502]);
  expectRefusal(await call(node, 'observe', observeRequest(source)), 429, 'share_used');
  await observeOk(node, observeRequest(source, { requester: OTHER_REQUESTER }));
});
