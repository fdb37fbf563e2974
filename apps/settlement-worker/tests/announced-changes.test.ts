import {
  changeDigest,
  createLedgerCluster,
  createRpcClient,
  instructions,
  LedgerUnavailableError,
  type ProtocolSettings,
} from '@oracle-gateway/ledger';
import { createWorld, settings, START_SECONDS, type World } from '@oracle-gateway/ledger/testing';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { createMetrics } from '../src/telemetry/metrics.js';
import { createAnnouncedChangesStep, type AnnouncedChangesDeps } from '../src/upkeep/announced-changes.js';

const DELAY_SECONDS = 86_400n;
const RPC = { rpcUrl: 'http://ledger.test', timeoutMs: 5_000, maxAnswerBytes: 65_536 };
const LIFE_SECONDS = 14n * 86_400n;

let world: World;
beforeAll(async () => {
  world = await createWorld(3);
});

function stepAt(seconds: bigint, overrides: Partial<AnnouncedChangesDeps> = {}) {
  const metrics = createMetrics();
  const cluster = createLedgerCluster({ rpc: createRpcClient({ ...RPC, fetch: world.rpc.fetch }) });
  const deps = { cluster, programId: world.programId, metrics, logger: pino({ level: 'silent' }) };
  const step = createAnnouncedChangesStep({ ...deps, nowMs: () => Number(seconds) * 1_000, ...overrides });
  const count = async (): Promise<number | undefined> => (await metrics.announcedChanges.get()).values[0]?.value;
  return { step, count };
}

async function countAt(seconds: bigint): Promise<number | undefined> {
  const { step, count } = stepAt(seconds);
  await step();
  return count();
}

it('a change counts from its announcement until it is cancelled or its time is over', async () => {
  const { authority, programId } = world;
  const update = (next: Partial<ProtocolSettings>) =>
    instructions.updateConfig({ programId, authority: authority.address, settings: { ...settings, ...next } });
  await world.send(authority, update({ additionsDelaySeconds: DELAY_SECONDS }));
  expect(await countAt(START_SECONDS)).toBe(0);

  const change = update({ additionsDelaySeconds: DELAY_SECONDS, minSigners: 1 });
  await world.send(authority, instructions.announceChange({ programId, authority: authority.address, change }));
  expect(await countAt(START_SECONDS)).toBe(1);
  expect(await countAt(START_SECONDS + DELAY_SECONDS + LIFE_SECONDS)).toBe(1);
  expect(await countAt(START_SECONDS + DELAY_SECONDS + LIFE_SECONDS + 3_600n)).toBe(0);

  const digest = changeDigest(change);
  await world.send(authority, instructions.cancelChange({ programId, signer: authority.address, digest }));
  expect(await countAt(START_SECONDS)).toBe(0);
});

it('a server that refuses the method leaves the number unknown, and the step does not fail', async () => {
  const { step, count } = stepAt(START_SECONDS, {
    cluster: { programAccounts: () => Promise.reject(new LedgerUnavailableError('getProgramAccounts', 'the server refuses the method')) },
  });
  await step();
  expect(await count()).toBeNaN();
});

it('accounts of another program or another kind do not count', async () => {
  const { programId } = world;
  const account = { address: programId, lamports: 1n };
  const { step, count } = stepAt(START_SECONDS, {
    cluster: {
      programAccounts: () =>
        Promise.resolve([
          { ...account, owner: world.owner.address, data: new Uint8Array(64) },
          { ...account, owner: programId, data: new Uint8Array(64) },
        ]),
    },
  });
  await step();
  expect(await count()).toBe(0);
});
