import { eventually } from '@oracle-gateway/dev-servers';
import type { FetchLike } from '@oracle-gateway/ledger';
import { signerSetAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { START_SECONDS } from '@oracle-gateway/ledger/testing';
import { ProgramWorld, type RunningWorker } from './support/program-world.js';
import { serveRound } from './support/served-round.js';

let world: ProgramWorld;
beforeAll(async () => {
  world = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 1 });
});
afterAll(() => world.close());

let served = 0;
async function serve(count: number): Promise<void> {
  for (const end = served + count; served < end; served += 1) await serveRound(world.ledger, world.outbox, Number(START_SECONDS) + served);
}

async function untilSettled(): Promise<void> {
  await expect.poll(async () => (await world.outbox.statistics()).totals.settled, { interval: 50 }).toBe(served);
}

async function transactions({ url }: RunningWorker): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url!))).text();
  return Number(/^oracle_settlement_transactions_total (\d+)$/m.exec(text)?.[1]);
}

/** A server that answers for `finalized` when a worker could have asked Redis for a hundred things. */
function finalLast(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    for (let asked = 0; init.body.includes('"finalized"') && asked < 100; asked += 1) await world.outbox.statistics();
    return fetch(url, init);
  };
}

it('rounds whose signers recur share a transaction by three, by four once the program knows the set, and at once in every worker after that', async () => {
  await serve(12);
  const worker = await world.startWorker();
  await untilSettled();
  expect(await transactions(worker)).toBe(4);

  const signersBitmap = new Uint8Array(32);
  signersBitmap[31] = 0b11;
  const { programId, rpc } = world.ledger;
  const address = signerSetAddress(programId, { registryVersion: 1n, signersBitmap });
  await expect.poll(() => rpc.svm.getAccount(address), { interval: 100 }).not.toBeNull();
  // Seen at the next search for it.
  await eventually(
    async () => {
      const before = await transactions(worker);
      await serve(4);
      await untilSettled();
      expect((await transactions(worker)) - before).toBe(1);
    },
    { intervalMs: 1_000 },
  );
  await worker.close();

  await serve(8);
  const fresh = await world.startWorker({ fetch: finalLast(rpc.fetch) });
  await untilSettled();
  expect(await transactions(fresh)).toBe(2);
});
