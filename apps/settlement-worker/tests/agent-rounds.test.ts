import { eventually } from '@oracle-gateway/dev-servers';
import { readTokenHolding, treasuryAddress } from '@oracle-gateway/ledger';
import { type Outbox, quotaKey, type RoundRecord } from '@oracle-gateway/outbox';
import { parseAddress, toAddress, type RoundId, formOfList } from '@oracle-gateway/protocol';
import { configAddress, TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { keypair, putAccount, START_SECONDS, type World } from '@oracle-gateway/ledger/testing';
import { tokenAccountData } from './support/program-accounts.js';
import { ProgramWorld, type RunningWorker } from './support/program-world.js';
import { age } from './support/rounds.js';
import { Agent, AGENT_PRICE } from './support/served-agent-round.js';
import { serveRound } from './support/served-round.js';

const WINDOW_SECONDS = 21_600;

let program: ProgramWorld;
let world: World;
let outbox: Outbox;
beforeAll(async () => {
  program = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 4 });
  ({ ledger: world, outbox } = program);
});
afterAll(() => program.close());

/** Each test serves rounds of seconds of its own. */
let now = Number(START_SECONDS);
let workers: RunningWorker[];
beforeEach(() => {
  now += 10;
  workers = [];
});
afterEach(() => Promise.all(workers.map((worker) => worker.close())));

async function startWorker(): Promise<void> {
  workers.push(await program.startWorker({ nowMs: () => Number(world.rpc.svm.getClock().unixTimestamp) * 1_000 }));
}

function untilRecord(roundId: RoundId, isWanted: (record: RoundRecord) => boolean): Promise<RoundRecord> {
  return eventually(
    async () => {
      const record = await outbox.read(roundId);
      if (record === null || !isWanted(record)) throw new Error(`${String(record?.state)} ${String(record?.reason)}`);
      return record;
    },
    { intervalMs: 50 },
  );
}
function untilSettled(roundId: RoundId): Promise<RoundRecord> {
  return untilRecord(roundId, ({ state }) => state === 'settled');
}
async function untilParked(roundId: RoundId): Promise<string | undefined> {
  return (await untilRecord(roundId, ({ attempts }) => attempts === 1)).reason;
}

function held({ quotaKey }: Agent) {
  return outbox.holdTotals(quotaKey, { holders: 9 });
}
/** Nothing is held, and nothing waits to be settled. */
const AT_REST = { committed: 0n, unsettledRounds: 0 };

function inTreasury(): bigint {
  const held = world.rpc.svm.getAccount(treasuryAddress(world.programId, world.mint));
  if (held === null) throw new Error('no treasury');
  return readTokenHolding({ owner: toAddress(held.owner()), data: held.data() })!.amountAtomic;
}
/** As the mint's authority, or a payer who could withdraw too much, would leave the escrow's token account. */
function leave(agent: Agent, tokens: { readonly amountAtomic: bigint; readonly isFrozen?: boolean }): void {
  const { mint } = world;
  putAccount(world.rpc.svm, agent.tokens, {
    owner: TOKEN_PROGRAM_ID,
    data: tokenAccountData({ mint, owner: agent.escrow, ...tokens }),
  });
}

it('rounds of an agent and of a subscription settle in one transaction, and the first makes the escrow', async () => {
  const agent = new Agent(world, keypair('agent of a batch'));
  const { gateway, payer } = agent;
  await agent.fund(2n * AGENT_PRICE + 1n);
  const read = () => world.reader.escrow({ payer: payer.address, gateway }, { fresh: true });
  expect(await read()).toMatchObject({ escrow: null, tokens: { amountAtomic: 2n * AGENT_PRICE + 1n } });
  const treasury = inTreasury();
  const ofAgent = await agent.serve(outbox, now);
  const ofSubscription = await serveRound(world, outbox, now);
  expect(await held(agent)).toMatchObject({ committed: AGENT_PRICE, unsettledRounds: 1 });

  await startWorker();
  const records = await Promise.all([untilSettled(ofAgent), untilSettled(ofSubscription.roundId)]);
  expect(new Set(records.map(({ settlement }) => settlement?.signature)).size).toBe(1);
  expect(await read()).toMatchObject({ escrow: { authority: payer.address, gateway }, tokens: { amountAtomic: AGENT_PRICE + 1n } });
  expect(inTreasury()).toBe(treasury + AGENT_PRICE);
  expect(await held(agent)).toMatchObject(AT_REST);

  // This round takes the last atomic unit, now that the escrow is there.
  const last = await agent.serve(outbox, now + 1);
  await untilSettled(last);
  expect(agent.balance()).toBe(1n);
});

it('a list settles in one transaction with a source, each for as many rounds as it has sources', async () => {
  const left = async () => (await world.reader.subscription(world.owner.address, { fresh: true })).value?.roundsLeft ?? 0n;
  const before = await left();
  const served = [await serveRound(world, outbox, now, { form: formOfList(5) }), await serveRound(world, outbox, now + 1)];
  await startWorker();
  const records = await Promise.all(served.map(({ roundId }) => untilSettled(roundId)));
  expect(new Set(records.map(({ settlement }) => settlement?.signature)).size).toBe(1);
  expect(records.map(({ holds }) => holds[0]?.units)).toEqual([5, 1]);
  expect(await left()).toBe(before - 6n);
  expect(await outbox.holdTotals(quotaKey('subscription', world.owner.address), { holders: 9 })).toMatchObject({ committed: 0n });
});

it('a round whose escrow was drained is parked and stays committed; once there are funds it is requeued and settles', async () => {
  const agent = new Agent(world, keypair('agent that was drained'));
  await agent.fund(2n * AGENT_PRICE);
  const rounds = [await agent.serve(outbox, now), await agent.serve(outbox, now + 1)];
  leave(agent, { amountAtomic: AGENT_PRICE });

  await startWorker();
  const settled = await Promise.any(rounds.map(untilSettled));
  const refused = rounds.find((roundId) => roundId !== settled.roundId)!;
  expect(await untilParked(refused)).toContain('EscrowUnderfunded');
  expect(await outbox.parked({ limit: 9 })).toEqual([refused]);
  expect([agent.balance(), await held(agent)]).toMatchObject([0n, { committed: AGENT_PRICE, unsettledRounds: 1 }]);

  await agent.fund(AGENT_PRICE);
  expect(await outbox.requeue([refused])).toEqual([refused]);
  await untilSettled(refused);
  expect([agent.balance(), await held(agent)]).toMatchObject([0n, AT_REST]);
});

it('an escrow that is frozen parks its own rounds and holds up no others', async () => {
  const agent = new Agent(world, keypair('agent that is frozen'));
  await agent.fund(AGENT_PRICE);
  const roundId = await agent.serve(outbox, now);
  const others = await serveRound(world, outbox, now);
  leave(agent, { amountAtomic: AGENT_PRICE, isFrozen: true });

  await startWorker();
  await untilSettled(others.roundId);
  expect(await untilParked(roundId)).toContain('TokenAccountFrozen');
  expect(await held(agent)).toMatchObject({ committed: AGENT_PRICE, unsettledRounds: 1 });

  leave(agent, { amountAtomic: AGENT_PRICE });
  await outbox.requeue([roundId]);
  await untilSettled(roundId);
  expect(await held(agent)).toMatchObject(AT_REST);
});

it.each([
  ['frozen', 'the treasury is frozen: '],
  ['missing', 'the treasury is missing: '],
])('no agent is blamed for a treasury that is %s: the rounds wait, and settle once it is mended', async (fault, reason) => {
  const agent = new Agent(world, keypair(`agent while the treasury is ${fault}`));
  await agent.fund(2n * AGENT_PRICE);
  const rounds = [await agent.serve(outbox, now), await agent.serve(outbox, now + 1)];
  const others = await serveRound(world, outbox, now);
  const { mint, programId } = world;
  const treasury = treasuryAddress(programId, mint);
  const amountAtomic = inTreasury();
  const good = { owner: TOKEN_PROGRAM_ID, data: tokenAccountData({ mint, owner: configAddress(programId), amountAtomic }) };
  const frozen = tokenAccountData({ mint, owner: configAddress(programId), amountAtomic, isFrozen: true });
  const broken =
    fault === 'frozen' ? { ...good, data: frozen } : { owner: parseAddress('11111111111111111111111111111111'), data: new Uint8Array() };
  putAccount(world.rpc.svm, treasury, broken);

  await startWorker();
  await untilSettled(others.roundId);
  for (const roundId of rounds) {
    const waiting = await untilRecord(roundId, (record) => record.reason?.startsWith(reason) === true);
    expect(waiting).toMatchObject({ state: 'pending', attempts: 0 });
  }
  expect(await outbox.parked({ limit: 9 })).toEqual([]);

  putAccount(world.rpc.svm, treasury, good);
  for (const roundId of rounds) await untilSettled(roundId);
  expect(inTreasury()).toBe(amountAtomic + 2n * AGENT_PRICE);
});

it('what the payer did not sign for is parked, costs nothing, and is given back when its window passes', async () => {
  const agent = new Agent(world, keypair('agent that signed something else'));
  await agent.fund(3n * AGENT_PRICE);
  const roundId = await agent.serve(outbox, now, { requestSignature: new Uint8Array(64).fill(1) });
  await startWorker();
  expect(await untilParked(roundId)).toContain('InvalidRequestSignature');
  expect([agent.balance(), await held(agent)]).toMatchObject([3n * AGENT_PRICE, { committed: AGENT_PRICE, unsettledRounds: 1 }]);

  world.rpc.setClock(BigInt(now + WINDOW_SECONDS + 61));
  await age(program.redis, roundId, (WINDOW_SECONDS + 61) * 1_000);
  expect((await untilRecord(roundId, ({ state }) => state === 'lapsed')).reason).toContain('settlement_window_passed');
  expect([agent.balance(), await held(agent)]).toMatchObject([3n * AGENT_PRICE, AT_REST]);
});
