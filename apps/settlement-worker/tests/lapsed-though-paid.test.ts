import { eventually } from '@oracle-gateway/dev-servers';
import { instructions, type FetchLike } from '@oracle-gateway/ledger';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { START_SECONDS } from '@oracle-gateway/ledger/testing';
import { ProgramWorld, type RunningWorker } from './support/program-world.js';
import { age } from './support/rounds.js';
import { serveRound } from './support/served-round.js';

const WINDOW_SECONDS = 21_600;
/** Any key may close a receipt so long after its window. */
const CLOSABLE_SECONDS = 61;

let world: ProgramWorld;
beforeAll(async () => {
  world = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 2 });
});
afterAll(() => world.close());

/** Starts a worker on the ledger's clock, which the test sets forward. */
function startWorker(fetch = world.ledger.rpc.fetch): Promise<RunningWorker> {
  return world.startWorker({ fetch, nowMs: () => Number(world.ledger.rpc.svm.getClock().unixTimestamp) * 1_000 });
}

/** A server that stops to answer once a transaction has landed: the worker learns nothing of its outcome. */
function deafAfterLanding(): FetchLike {
  const { rpc } = world.ledger;
  let hasLanded = false;
  return async (url, init) => {
    if (hasLanded) throw new TypeError('fetch failed');
    const response = await rpc.fetch(url, init);
    hasLanded = init.body.includes('"sendTransaction"');
    return response;
  };
}

it('a round that was paid is settled although its worker died before it wrote that down and its receipt is closed since', async () => {
  const { ledger, outbox, redis } = world;
  const { roundId, receipt } = await serveRound(ledger, outbox, Number(START_SECONDS));
  const before = await world.roundsLeft();
  const deaf = await startWorker(deafAfterLanding());
  await expect.poll(() => world.roundsLeft()).toBe(before! - 1n);
  await deaf.close();
  const [broadcast] = (await outbox.read(roundId))?.broadcasts ?? [];
  expect(await outbox.read(roundId)).toMatchObject({ state: 'pending', attempts: 0 });

  ledger.rpc.setClock(START_SECONDS + BigInt(WINDOW_SECONDS + CLOSABLE_SECONDS));
  await ledger.send(
    ledger.owner,
    instructions.closeRound({
      programId: ledger.programId,
      gateway: gatewayAddress(ledger.programId, ledger.gateway.address),
      round: receipt,
      rentTo: ledger.gateway.address,
    }),
  );
  expect((await ledger.reader.receipt(receipt)).ownerMatches).toBe(false);
  await age(redis, roundId, (WINDOW_SECONDS + CLOSABLE_SECONDS) * 1_000);
  // The blockhash of what was sent expires.
  const sender = ledger.senderOf(ledger.owner);
  for (let block = 0; block < 152; block += 1) await sender.build([], { computeUnitLimit: 1 });

  await startWorker();
  const settled = await eventually(
    async () => {
      const record = await outbox.read(roundId);
      if (record === null || record.state === 'pending') throw new Error(String(record?.reason));
      return record;
    },
    { intervalMs: 50 },
  );
  expect(settled).toMatchObject({ state: 'settled', settlement: { signature: broadcast?.signature } });
  expect(await world.roundsLeft()).toBe(before! - 1n);
  expect(await outbox.statistics()).toMatchObject({ pending: 0, totals: { settled: 1, lapsed: 0 } });
});
