import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { call, Cleanup, expectRefusal, newLedger, observeOk, observeRequest, priceSource, startNode, startSource } from '../fixture.js';

/** A caller whose answers are costly to read or to receive: it has its share of the one thread, and a node tells it so. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const OTHER_REQUESTER = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
const COSTLY = gzipSync(`[${'"",'.repeat(87_000)}"1"]`);
const AT_ONCE = 8;
/** Each takes the thread for five milliseconds at the least. */
const MAX_BATCHES = 100;

/** One is costly to select from, in 300 bytes; the other comes in a chunk for each byte. */
async function startCostlySource() {
  return await startSource(cleanup, (request, response) => {
    if (request.url === '/price') priceSource(request, response);
    else if (request.url?.startsWith('/costly') === true) response.writeHead(200, { 'content-encoding': 'gzip' }).end(COSTLY);
    else {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders();
      request.socket.end(`${'1\r\n1\r\n'.repeat(8_000)}0\r\n\r\n`);
    }
  });
}

it.each(['costly', 'in-pieces'])(
  "a caller of answers that are %s uses up its own share of the time for reading, and no other caller's",
  async (path) => {
    const source = await startCostlySource();
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name] });
    // Rounds of one source may share a fetch, and its cost.
    const sourceOf = (number: number) =>
      ({ url: `${source.url}/${path}?${number}`, method: 'GET', responseParser: '$..[?length(@)>1]' }) as const;
    const codes = new Set<number>();
    for (let batch = 0; batch < MAX_BATCHES && !codes.has(429); batch += 1) {
      const replies = Array.from({ length: AT_ONCE }, (_, place) =>
        call(node, 'observe', observeRequest(source, { apiConfig: sourceOf(batch * AT_ONCE + place) })),
      );
      await observeOk(node, observeRequest(source, { requester: OTHER_REQUESTER }));
      for (const { status } of await Promise.all(replies)) codes.add(status);
    }
    expect([...codes].toSorted()).toEqual([429, 502]);
    const asked = source.requests.length;
    expectRefusal(await call(node, 'observe', observeRequest(source)), 429, 'share_used');
    expect(source.requests).toHaveLength(asked);
    await observeOk(node, observeRequest(source, { requester: OTHER_REQUESTER }));
  },
);

it('a caller of dry runs whose share is used is refused before its source is asked', async () => {
  const source = await startCostlySource();
  const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], limits: { dryRunsPerMinute: 1_000_000 } });
  const apiConfig = { url: `${source.url}/in-pieces`, method: 'GET' } as const;
  const dryRun = () => call(node, 'simulate', { requester: OTHER_REQUESTER, apiConfig });
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, dryRun));
    if (replies.every(({ status }) => status !== 429)) continue;
    const asked = source.requests.length;
    expectRefusal(await dryRun(), 429, 'share_used');
    expect(source.requests).toHaveLength(asked);
    return;
  }
  throw new Error('the share of dry runs has no end');
});
