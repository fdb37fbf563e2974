import type { FetchLike, LedgerSigner } from '@oracle-gateway/ledger';
import { keypair, START_SECONDS } from '@oracle-gateway/ledger/testing';
import type { RoundRecord } from '@oracle-gateway/outbox';
import { type Address, parseAddress, type RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { ProgramWorld } from './support/program-world.js';
import { serveRound } from './support/served-round.js';

const FULL = 1_000_000_000n;
const ROUNDS = 10;
const PAYERS = ['first payer', 'second payer', 'third payer'].map(keypair) as [LedgerSigner, LedgerSigner, LedgerSigner];
const [FIRST, SECOND, THIRD] = PAYERS;

let world: ProgramWorld;
let seconds = Number(START_SECONDS);
beforeAll(async () => {
  world = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 10 });
});
afterAll(() => world.close());
beforeEach(() => {
  for (const { address } of PAYERS) if (lamportsOf(address) < FULL) fund(address, FULL);
});

function fund(address: Address, lamports: bigint): void {
  // A later block: the same airdrop twice in one would be the same transaction.
  world.ledger.rpc.svm.expireBlockhash();
  world.ledger.rpc.svm.airdrop(address, lamports);
}
function lamportsOf(address: Address): bigint {
  return world.ledger.rpc.svm.getAccount(address)?.lamports() ?? 0n;
}
async function empty(payer: LedgerSigner): Promise<void> {
  const data = new Uint8Array(12);
  new DataView(data.buffer).setUint32(0, 2, true);
  new DataView(data.buffer).setBigUint64(4, lamportsOf(payer.address) - 5_000n, true);
  const accounts = [
    { address: payer.address, signer: true, writable: true },
    { address: world.ledger.owner.address, signer: false, writable: true },
  ];
  await world.ledger.send(payer, { programId: parseAddress('11111111111111111111111111111111'), accounts, data });
}

/** Serves rounds of seconds that no other round has. */
async function serve(count: number): Promise<readonly RoundId[]> {
  const rounds: RoundId[] = [];
  for (let index = 0; index < count; index += 1) rounds.push((await serveRound(world.ledger, world.outbox, (seconds -= 1))).roundId);
  return rounds;
}
function recordsOf(rounds: readonly RoundId[]): Promise<readonly (RoundRecord | null)[]> {
  return Promise.all(rounds.map((roundId) => world.outbox.read(roundId)));
}
async function untilSettled(rounds: readonly RoundId[]): Promise<void> {
  const isSettled = (record: RoundRecord | null): boolean => record?.state === 'settled' && record.attempts === 0;
  await expect.poll(async () => (await recordsOf(rounds)).filter(isSettled).length).toBe(rounds.length);
}

/** Tells how much each payer has paid since, in this order. */
function spending(): () => readonly bigint[] {
  const before = PAYERS.map(({ address }) => lamportsOf(address));
  return () => PAYERS.map(({ address }, index) => before[index]! - lamportsOf(address));
}

it('several payers share the settlements, an empty one is passed over, and the gateway’s key pays nothing', async () => {
  await empty(FIRST);
  const [paid, gateway, left] = [spending(), lamportsOf(world.ledger.gateway.address), await world.roundsLeft()];
  const rounds = await serve(ROUNDS);
  const worker = await world.startWorkerPaidBy(PAYERS);
  await untilSettled(rounds);
  expect(await world.roundsLeft()).toBe(left! - BigInt(ROUNDS));
  const [first, second, third] = paid();
  expect(first).toBe(0n);
  expect(second).toBeGreaterThan(0n);
  expect(third).toBeGreaterThan(0n);
  expect(lamportsOf(world.ledger.gateway.address)).toBe(gateway);
  await worker.close();
});

it('a payer is emptied and another refilled while the worker settles: every round settles once', async () => {
  await empty(FIRST);
  const left = await world.roundsLeft();
  const worker = await world.startWorkerPaidBy([FIRST, SECOND]);
  const before = await serve(ROUNDS);
  await untilSettled(before.slice(0, 1));
  await empty(SECOND);
  const during = await serve(ROUNDS);
  fund(FIRST.address, FULL);
  const paid = spending();
  const after = await serve(ROUNDS);
  await untilSettled([...before, ...during, ...after]);
  expect(paid()[0]).toBeGreaterThan(0n);
  expect(await world.roundsLeft()).toBe(left! - 3n * BigInt(ROUNDS));
  await worker.close();
});

it('what a retired payer has signed concludes under the next worker, and it pays for nothing else', async () => {
  const isLost: FetchLike = (url, init) =>
    init.body.includes('"sendTransaction"') ? Promise.reject(new Error('socket hang up')) : world.ledger.rpc.fetch(url, init);
  const [sent] = await serve(1);
  const worker = await world.startWorkerPaidBy([THIRD], { fetch: isLost });
  const broadcasts = async () => (await world.outbox.read(sent!))?.broadcasts ?? [];
  await expect.poll(broadcasts).toHaveLength(1);
  await worker.close();
  const [signed] = await broadcasts();

  const paid = spending();
  const successor = await world.startWorkerPaidBy([FIRST, SECOND]);
  await untilSettled([sent!]);
  expect((await world.outbox.read(sent!))?.settlement?.signature).toBe(signed?.signature);
  const last = paid()[2];
  expect(last).toBeGreaterThan(0n);
  await untilSettled(await serve(ROUNDS));
  expect(paid()[2]).toBe(last);
  await successor.close();
});
