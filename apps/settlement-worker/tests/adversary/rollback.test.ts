import type { RoundRecord } from '@oracle-gateway/outbox';
import { subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { START_SECONDS } from '../../../../packages/ledger/tests/world.js';
import { ProgramWorld } from '../support/program-world.js';
import { serveRound } from '../support/served-round.js';

/** Settled rounds are looked up at `finalized` after fifteen seconds; for this worker they are over at once. */
const AHEAD_MS = 20_000;

let world: ProgramWorld;
beforeAll(async () => {
  world = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 3 });
});
afterAll(() => world.close());

it('a settlement that is rolled back is pending again, is settled again, once, and is final only then', { timeout: 90_000 }, async () => {
  const { ledger, outbox } = world;
  const { roundId, receipt } = await serveRound(ledger, outbox, Number(START_SECONDS));
  const subscription = subscriptionAddress(ledger.programId, ledger.owner.address);
  const rollBack = ledger.rpc.remember([receipt, subscription, ledger.gateway.address]);
  const before = await world.roundsLeft();
  const untilRecord = (isWanted: (record: RoundRecord) => boolean) =>
    vi.waitFor(
      async () => {
        const record = await outbox.read(roundId);
        if (record === null || !isWanted(record)) throw new Error(`${String(record?.state)} ${JSON.stringify(record?.settlement)}`);
        return record;
      },
      { timeout: 30_000, interval: 10 },
    );

  const logLines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => logLines.push(line) });
  await world.startWorker({ logger, nowMs: () => Date.now() + AHEAD_MS });
  expect((await untilRecord(({ state }) => state === 'settled')).settlement).toMatchObject({ final: false });
  expect(await world.roundsLeft()).toBe(before! - 1n);

  rollBack();
  expect([await world.roundsLeft(), (await ledger.reader.receipt(receipt)).ownerMatches]).toEqual([before, false]);
  await vi.waitFor(() => expect(logLines.join('')).toContain('the settlement was rolled back'), { timeout: 30_000 });

  const final = await untilRecord(({ settlement }) => settlement?.final === true);
  expect(final).toMatchObject({ state: 'settled', attempts: 0 });
  expect((await ledger.reader.receipt(receipt)).ownerMatches).toBe(true);
  expect(await world.roundsLeft()).toBe(before! - 1n);
  expect(await outbox.figures()).toMatchObject({ pending: 0, unfinal: 0, totals: { settled: 2 } });
});
