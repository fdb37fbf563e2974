import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { stageRound } from '../../../tests/fakes/staged-round.js';
import { createNodeRooms } from './node-rooms.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A node whose health is this text, and what it is asked. */
async function startHealth(answer: { status: number; text: string }) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function start(answer: { status: number; text: string }) {
  const { origin, asked } = await startHealth(answer);
  const { registry } = stageRound({ nodes: [{}], quorum: 1 });
  const node = { index: 5, publicKey: new Uint8Array(64), origin, encryptionKey: null };
  const rooms = createNodeRooms({
    ledger: { currentRegistry: () => Promise.resolve(registry) },
    directory: () => Promise.resolve([node]),
    signal: new AbortController().signal,
  });
  closers.push(() => rooms.close());
  return { rooms, asked, heard: () => rooms.maxBodyBytes(5) };
}

describe('the largest answer that a node reads', () => {
  it.each([
    ['what its health says', 200, '{"status":"ok","maxBodyBytes":524288}', 524_288],
    ['that beside members of another version', 200, '{"maxBodyBytes":1048576,"later":{"a":[1]}}', MAX_SOURCE_BYTES],
    ['that of a node that cannot sign now', 503, '{"status":"unready","maxBodyBytes":300000}', 300_000],
    ['the default where its health says nothing of it', 200, '{"status":"ok"}', DEFAULT_SOURCE_BYTES],
    ['not known where that is below what each node reads', 200, '{"maxBodyBytes":1000}', undefined],
    ['not known where that is beyond what any source sends', 200, '{"maxBodyBytes":1048577}', undefined],
    ['not known where that is no number', 200, '{"maxBodyBytes":"524288"}', undefined],
    ['not known where the answer is no JSON', 404, 'not found', undefined],
    ['not known where the answer is endless', 200, `{"a":"${'x'.repeat(70_000)}","maxBodyBytes":524288}`, undefined],
  ])('is %s', async (_what, status, text, expected) => {
    const { rooms, asked, heard } = await start({ status, text });
    expect(heard()).toBeUndefined();
    await rooms.renew();
    expect([heard(), asked]).toEqual([expected, ['/health']]);
  });

  it('is what the node said before while it says nothing', async () => {
    const answer = { status: 200, text: '{"maxBodyBytes":524288}' };
    const { rooms, heard } = await start(answer);
    await rooms.renew();
    answer.text = 'down';
    await rooms.renew();
    expect(heard()).toBe(524_288);
    answer.text = '{"maxBodyBytes":1048576}';
    await rooms.renew();
    expect(heard()).toBe(MAX_SOURCE_BYTES);
  });
});
