import { eventually } from '@oracle-gateway/dev-servers';
import { treasuryAddress, type FetchLike } from '@oracle-gateway/ledger';
import type { RoundRecord } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { keypair, START_SECONDS } from '@oracle-gateway/ledger/testing';
import { ProgramWorld, type RunningWorker } from '../support/program-world.js';
import { Agent, AGENT_PRICE } from '../support/served-agent-round.js';
import { serveRound } from '../support/served-round.js';

/** Settled rounds are looked up at `finalized` after fifteen seconds; for this worker they are over at once. */
const AHEAD_MS = 20_000;

const CONCLUDED = /^oracle_settlement_concluded_atomic_total\{path="(\w+)",conclusion="([\w-]+)"\} (\d+)$/gm;

let world: ProgramWorld;
beforeAll(async () => {
  world = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 3 });
});
afterAll(() => world.close());

const logLines: string[] = [];
/** Calls to the ledger that wait, and for what. */
const held = new Map<(body: string) => boolean, Promise<void>>();

function startWorker(): Promise<RunningWorker> {
  const fetch: FetchLike = async (url, init) => {
    for (const [isHeld, released] of held) if (isHeld(init.body)) await released;
    return world.ledger.rpc.fetch(url, init);
  };
  const logger = pino({ level: 'info' }, { write: (line) => logLines.push(line) });
  return world.startWorker({ fetch, logger, nowMs: () => Date.now() + AHEAD_MS });
}

function holdCalls(isHeld: (body: string) => boolean): () => void {
  let release = (): void => undefined;
  held.set(isHeld, new Promise((resolve) => (release = resolve)));
  return () => {
    held.delete(isHeld);
    release();
  };
}

function untilRecord(roundId: RoundId, isWanted: (record: RoundRecord) => boolean): Promise<RoundRecord> {
  return eventually(
    async () => {
      const record = await world.outbox.read(roundId);
      if (record === null || !isWanted(record)) throw new Error(`${String(record?.state)} ${JSON.stringify(record?.settlement)}`);
      return record;
    },
    { intervalMs: 10 },
  );
}

it('a settlement that is rolled back is pending again, is settled again, once, and is final only then', async () => {
  const { ledger, outbox } = world;
  const { roundId, receipt } = await serveRound(ledger, outbox, Number(START_SECONDS));
  const subscription = subscriptionAddress(ledger.programId, ledger.owner.address);
  const rollBack = ledger.rpc.remember([receipt, subscription, ledger.gateway.address]);
  const before = await world.roundsLeft();

  const worker = await startWorker();
  expect((await untilRecord(roundId, ({ state }) => state === 'settled')).settlement).toMatchObject({ final: false });
  expect(await world.roundsLeft()).toBe(before! - 1n);

  rollBack();
  expect([await world.roundsLeft(), (await ledger.reader.receipt(receipt)).ownerMatches]).toEqual([before, false]);
  await expect.poll(() => logLines.join('')).toContain('the settlement was rolled back');

  const final = await untilRecord(roundId, ({ settlement }) => settlement?.final === true);
  expect(final).toMatchObject({ state: 'settled', attempts: 0 });
  expect((await ledger.reader.receipt(receipt)).ownerMatches).toBe(true);
  expect(await world.roundsLeft()).toBe(before! - 1n);
  expect(await outbox.statistics()).toMatchObject({ pending: 0, unfinal: 0, totals: { settled: 2 } });
  await worker.close();
});

it('the amount of an agent’s round that is rolled back is committed again until it is paid again, once, as counters and books have it', async () => {
  const { ledger, outbox } = world;
  const agent = new Agent(ledger, keypair('agent of a rollback'));
  await agent.fund(AGENT_PRICE);
  const { programId, mint, gateway } = ledger;
  const seconds = Number(START_SECONDS) + 1;
  const written = [(await agent.round(seconds)).address, agent.escrow, agent.tokens, treasuryAddress(programId, mint), gateway.address];
  const rollBack = ledger.rpc.remember(written);
  const held = () => outbox.holdTotals(agent.quotaKey, { holders: 1 });

  const letBecomeFinal = holdCalls((body) => body.includes('"getMultipleAccounts"') && body.includes('"finalized"'));
  const roundId = await agent.serve(outbox, seconds);
  const worker = await startWorker();
  await untilRecord(roundId, ({ state }) => state === 'settled');
  expect([agent.balance(), await held()]).toMatchObject([0n, { committed: 0n, unsettledRounds: 0 }]);

  const letBroadcast = holdCalls((body) => body.includes('"sendTransaction"'));
  rollBack();
  letBecomeFinal();
  await untilRecord(roundId, ({ state }) => state === 'pending');
  expect([agent.balance(), await held()]).toMatchObject([AGENT_PRICE, { committed: AGENT_PRICE, unsettledRounds: 1 }]);

  letBroadcast();
  await untilRecord(roundId, ({ settlement }) => settlement?.final === true);
  expect([agent.balance(), await held()]).toMatchObject([0n, { committed: 0n, unsettledRounds: 0 }]);

  const rows = (await world.bookedRows()).filter(({ path }) => path === 'agent');
  const counted = [...(await (await fetch(`${worker.url ?? ''}/metrics`)).text()).matchAll(CONCLUDED)];
  expect(counted.map(([, path, kind, atomic]) => [path, kind, Number(atomic)]).toSorted()).toEqual(
    rows.map(({ path, kind, amount, unpaid }) => [path, kind, Number(amount + unpaid)]).toSorted(),
  );
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['final', 'rolled-back']);
  await worker.close();
});
