import { GatewayKeyError, instructions, type FetchLike, type LedgerSigner } from '@oracle-gateway/ledger';
import { keypair, START_SECONDS } from '@oracle-gateway/ledger/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ProgramWorld } from './support/program-world.js';
import { serveRound } from './support/served-round.js';

const NEXT = keypair('next key of the gateway');

let world: ProgramWorld;
beforeAll(async () => {
  world = await ProgramWorld.open({ redisUrl: inject('redisUrl'), database: 9 });
});
afterAll(() => world.close());

/** The network cuts every broadcast off: the worker cannot know whether it left. */
function losingBroadcasts(): FetchLike {
  return (url, init) =>
    init.body.includes('"sendTransaction"') ? Promise.reject(new Error('socket hang up')) : world.ledger.rpc.fetch(url, init);
}

async function exchangeKeyFor(next: LedgerSigner): Promise<void> {
  const { ledger, gateway } = world;
  const { programId, authority, rpc } = ledger;
  rpc.svm.airdrop(next.address, 10_000_000_000n);
  const proposal = { programId, signer: authority.address, gateway, newAuthority: next.address };
  await ledger.send(authority, instructions.proposeGatewayAuthority(proposal));
  await ledger.send(next, instructions.acceptGatewayAuthority({ programId, pendingAuthority: next.address, gateway }));
}

/** Lets the blockhash of everything that was sent expire. */
async function expireTransactions(): Promise<void> {
  const sender = world.ledger.senderOf(world.ledger.owner);
  for (let block = 0; block < 152; block += 1) await sender.build([], { computeUnitLimit: 1 });
}

it('what the old key signed stays pending until it has expired; then the new key signs it anew, and no attempt is used up', async () => {
  const { ledger, outbox } = world;
  const { roundId, receipt } = await serveRound(ledger, outbox, Number(START_SECONDS));
  const record = async () => (await outbox.read(roundId))!;
  const before = await world.roundsLeft();
  const old = await world.startWorker({ fetch: losingBroadcasts() });
  await expect.poll(async () => (await record()).broadcasts).toHaveLength(1);
  await old.close();
  const [signedByOld] = (await record()).broadcasts;

  await exchangeKeyFor(NEXT);
  await expect(world.startWorker()).rejects.toThrow(GatewayKeyError);
  const successor = await world.startWorker({}, NEXT);
  await expect.poll(async () => (await record()).reason).toMatch(/the key that signed is no longer the authority/);
  expect(await record()).toMatchObject({ state: 'pending', attempts: 0, broadcasts: [{ signature: signedByOld!.signature }] });
  expect((await ledger.reader.receipt(receipt)).ownerMatches).toBe(false);

  await expireTransactions();
  await expect.poll(async () => (await record()).state).toBe('settled');
  const { settlement, attempts } = await record();
  expect(attempts).toBe(0);
  expect(settlement?.signature).not.toBe(signedByOld!.signature);
  expect(await world.roundsLeft()).toBe(before! - 1n);
  expect((await ledger.reader.receipt(receipt)).ownerMatches).toBe(true);
  await successor.close();
});

it('a worker that still runs with an exchanged key parks nothing', async () => {
  const { ledger, outbox } = world;
  const worker = await world.startWorker({}, NEXT);
  await exchangeKeyFor(keypair('last key of the gateway'));
  const { roundId } = await serveRound(ledger, outbox, Number(START_SECONDS) - 1);
  await expect.poll(async () => (await outbox.read(roundId))?.reason).toMatch(/no longer the authority/);
  expect(await outbox.read(roundId)).toMatchObject({ state: 'pending', attempts: 0 });
  await worker.close();
});

it('a worker that has both keys settles with the next one once the ledger names it', async () => {
  const { ledger, outbox } = world;
  const [last, newest] = [keypair('last key of the gateway'), keypair('newest key of the gateway')];
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  await world.startWorker({ logger }, last, newest);
  const settled = async (secondsAgo: number): Promise<void> => {
    const { roundId } = await serveRound(ledger, outbox, Number(START_SECONDS) - secondsAgo);
    await expect.poll(async () => await outbox.read(roundId)).toMatchObject({ state: 'settled', attempts: 0 });
  };
  await settled(2);
  await exchangeKeyFor(newest);
  await expect.poll(() => lines.join('')).toContain('settling with the next one');
  await settled(3);
});
