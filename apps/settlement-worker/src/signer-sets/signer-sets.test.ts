import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { connectRedis } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayload } from '@oracle-gateway/outbox/testing';
import { formatAddress, fromHex, type Address } from '@oracle-gateway/protocol';
import { signerSetAddress } from '@oracle-gateway/protocol/accounts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { solePayer } from '../../tests/support/sole-payer.js';
import { FakeRpc } from '../../tests/support/fake-rpc.js';
import { signerSetAccount } from '../../tests/support/program-accounts.js';
import { GATEWAY_AUTHORITY, PROGRAM_ID } from '../../tests/support/rounds.js';
import { workerParts } from '../../tests/support/worker-parts.js';
import { createSignerSetIndex, type SignerSetIndex } from './signer-set-index.js';
import { createSignerSets, type SignerSets } from './signer-sets.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const payload = samplePayload({ signersBitmap: bitmapOf(0b111) });
const set = { registryVersion: 1n, signersBitmap: payload.signersBitmap };
const address: Address = signerSetAddress(PROGRAM_ID, set);
const account = signerSetAccount({ ...set, payer: sampleAddress(), aggregateKey: payload.aggregateKey });

let rpc: FakeRpc;
let sets: SignerSets;
let nowMs: number;
let paidSets: SignerSetIndex;
beforeEach(async () => {
  nowMs = 0;
  paidSets = createSignerSetIndex({ redis, gateway: sampleAddress() });
  rpc = await FakeRpc.start({ programId: PROGRAM_ID, network: 'solana:x', clockSeconds: 1, settleWindowSeconds: 1n });
  rpc.onBroadcast = () => Promise.resolve('lose');
  const { ledger } = workerParts({ outbox: {} as never, rpcUrl: rpc.url });
  sets = createSignerSets({
    ledger,
    programId: PROGRAM_ID,
    payers: solePayer({ address: GATEWAY_AUTHORITY, sign: () => Promise.resolve(new Uint8Array(64)) }),
    paidSets,
    logger: pino({ level: 'silent' }),
    monotonicMs: () => nowMs,
  });
});
afterEach(() => rpc.close());

/** The signers bitmap of the first eight nodes, one bit each. */
function bitmapOf(signers: number): Uint8Array {
  return fromHex(signers.toString(16).padStart(64, '0'), 32);
}

function seen(rounds: number, of = payload) {
  return Array.from({ length: rounds }, () => sets.keyFormOf(of)).at(-1);
}

it('nothing is asked or created for a set that does not recur', async () => {
  expect(seen(11)).toMatchObject({ form: 'sum' });
  await sets.step();
  expect(rpc.calls).toEqual([]);
});

it('an account is created for a set that recurs, once in a minute, and used only when it is final', async () => {
  seen(12);
  await sets.step();
  expect(rpc.broadcasts).toHaveLength(1);
  nowMs = 59_999;
  await sets.step();
  expect(rpc.broadcasts).toHaveLength(1);
  expect(seen(1)).toMatchObject({ form: 'sum' });

  rpc.blockHeight += 1;
  rpc.unfinalBlocks = 1;
  rpc.put(address, account);
  await sets.step();
  expect(seen(1)).toMatchObject({ form: 'sum' });
  rpc.unfinalBlocks = 0;
  await sets.step();
  expect(seen(1)).toEqual({ form: 'signer-set', signerSet: address });
});

it('one that is not seen after a minute is asked for again', async () => {
  seen(12);
  await sets.step();
  nowMs = 60_000;
  rpc.blockHeight += 1;
  await sets.step();
  expect(rpc.broadcasts).toHaveLength(2);
});

it('an account that another party made is used, and none is created', async () => {
  rpc.put(address, account);
  seen(12);
  await sets.step();
  expect(rpc.broadcasts).toEqual([]);
  expect(seen(1)).toMatchObject({ form: 'signer-set' });
  expect(await paidSets.list({ limit: 9 })).toEqual([]);
});

it('an account that this gateway paid for is remembered, so that it is closed one day', async () => {
  rpc.put(address, signerSetAccount({ ...set, payer: GATEWAY_AUTHORITY, aggregateKey: payload.aggregateKey }));
  seen(12);
  await sets.step();
  expect(await paidSets.list({ limit: 9 })).toEqual([set]);
});

it('an account that any worker of the shard had made is used from the first round on, though it was made since this worker began', async () => {
  rpc.put(address, account);
  await sets.step();
  expect(rpc.calls).toEqual([]);
  expect(seen(1)).toMatchObject({ form: 'sum' });
  await paidSets.add(set);
  await sets.step();
  expect(seen(1)).toEqual({ form: 'signer-set', signerSet: address });
  expect(rpc.broadcasts).toEqual([]);
});

it('the accounts of other workers are asked for a hundred in a call, the newest registry version first, each once', async () => {
  const older = Array.from({ length: 149 }, (_, index) => ({ ...set, signersBitmap: new Uint8Array(32).fill(index) }));
  const newer = { ...set, registryVersion: 2n };
  for (const listed of [...older, newer]) await paidSets.add(listed);
  rpc.put(signerSetAddress(PROGRAM_ID, newer), signerSetAccount({ ...newer, payer: sampleAddress(), aggregateKey: new Uint8Array(64) }));
  await sets.step();
  expect(rpc.calls).toEqual(['getMultipleAccounts']);
  const payloadOfNewer = { ...payload, registryVersion: 2n, aggregateKey: new Uint8Array(64) };
  expect(sets.keyFormOf(payloadOfNewer)).toMatchObject({ form: 'signer-set' });
  await sets.step();
  await sets.step();
  expect(rpc.calls).toEqual(['getMultipleAccounts', 'getMultipleAccounts']);
});

it('an account of another worker that could not be asked for is asked for again', async () => {
  rpc.put(address, account);
  await paidSets.add(set);
  rpc.onCall = () => 'cut';
  await expect(sets.step()).rejects.toThrow(LedgerUnavailableError);
  rpc.onCall = () => 'none';
  await sets.step();
  expect(seen(1)).toMatchObject({ form: 'signer-set' });
});

it('one worker creates accounts for at most 64 sets of one registry version, and for those of the next', async () => {
  const recur = (registryVersion: number, count: number): void => {
    for (let signers = 1; signers <= count; signers += 1)
      seen(12, { ...payload, registryCount: 8, registryVersion: BigInt(registryVersion), signersBitmap: bitmapOf(signers) });
  };
  recur(1, 70);
  await sets.step();
  expect(rpc.broadcasts).toHaveLength(64);
  recur(2, 1);
  await sets.step();
  expect(rpc.broadcasts).toHaveLength(65);
});

it('a set that no registry can have keeps no other from its account', async () => {
  seen(12, { ...payload, signersBitmap: new Uint8Array(32).fill(0xff) });
  seen(12);
  await sets.step();
  expect(rpc.broadcasts).toHaveLength(1);
});

it.each([
  ['holds another sum', { aggregateKey: new Uint8Array(64).fill(9) }],
  ['is of another registry version', { registryVersion: 2n }],
  ['is of other signers', { signersBitmap: new Uint8Array(32).fill(1) }],
])('an account that %s is not used', async (_what, other) => {
  rpc.put(address, signerSetAccount({ ...set, payer: sampleAddress(), aggregateKey: payload.aggregateKey, ...other }));
  await paidSets.add(set);
  seen(12);
  await sets.step();
  expect(seen(1)).toMatchObject({ form: 'sum' });
});

it('an account of another program is not used', async () => {
  rpc.hold(formatAddress(address), { owner: '11111111111111111111111111111111', data: account, lamports: 1 });
  await paidSets.add(set);
  seen(12);
  await sets.step();
  expect(seen(1)).toMatchObject({ form: 'sum' });
});

it('a refusal of the creation is no failure: settlements go on with the sum', async () => {
  rpc.onBroadcast = () => Promise.resolve({ refuse: 6_028 });
  seen(12);
  await sets.step();
  expect(seen(1)).toMatchObject({ form: 'sum' });
});
