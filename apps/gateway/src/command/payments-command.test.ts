import { randomBytes } from 'node:crypto';
import type { HistoricTransaction } from '@oracle-gateway/ledger';
import { connectRedis, createOutbox, encodeRoundPayment, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayment, sampleSigned, sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { Address, RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { base58 } from '../../tests/fakes/base58.js';
import { paymentTransaction } from '../../tests/fakes/payment-transaction.js';
import type { OperatorsConclusion } from '../payments/conclude-payment.js';
import { runPaymentsCommand } from './payments-command.js';
import type { SearchHistory } from '../ledger/with-history.js';

const EARLIEST = 500;
const LAST_VALID = 1_000;
const RESULT = '{"value":"64628.31"}';
const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let gateway: Address;
let outbox: Outbox;
let landed: Map<string, HistoricTransaction>;
/** Whether the payers' accounts name what has landed. */
let isListed: boolean;
let height: number;
beforeEach(() => {
  gateway = sampleAddress();
  outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  landed = new Map();
  isListed = false;
  height = LAST_VALID;
});

const history: SearchHistory = {
  transaction: (signature) => Promise.resolve(landed.get(signature) ?? null),
  naming(_account, { before }) {
    const all = isListed ? [...landed].map(([signature, { slot }]) => ({ signature, slot, memo: null, blockTimeSeconds: null })) : [];
    return Promise.resolve(all.slice(before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1));
  },
  firstSlot: () => Promise.resolve(0),
  tip: () => Promise.resolve({ slot: height, blockHeight: height }),
  isBlockhashValid: () => Promise.resolve(height <= LAST_VALID),
};

let payments = 0;
/** A payment that no process has told about; `land` puts it on the ledger. */
async function inDoubt({ leaseMs }: { readonly leaseMs?: number } = {}) {
  const roundId = sampleRoundId();
  const { wire, messageHash } = paymentTransaction((payments += 1));
  const reserved = await outbox.reserve({ path: 'x402', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 1_000 });
  if (reserved.outcome !== 'reserved') throw new Error('expected a reservation');
  const ticket = { roundId, token: reserved.token };
  const expiry = { kind: 'height', lastValidBlockHeight: LAST_VALID } as const;
  const payment = samplePayment({ messageHash, earliestSlot: EARLIEST, expiry });
  await outbox.beginPayment({ ...ticket, payment, signed: sampleSigned(), result: RESULT, leaseMs: leaseMs ?? 60_000 });
  if (leaseMs === undefined) await outbox.doubtPayment(ticket, { reason: 'the ledger is silent' });
  const land = ({ slot = EARLIEST, succeeded = true, blockTimeSeconds = null as number | null } = {}): string => {
    const signature = base58(randomBytes(64));
    landed.set(signature, { slot, succeeded, wire, blockTimeSeconds });
    return signature;
  };
  return { roundId, payment, land };
}

async function command(conclude: { readonly roundId: string; readonly conclusion: OperatorsConclusion } | null): Promise<unknown> {
  const secrets = { outboxLocation: inject('redisUrl'), rpcUrls: ['http://ledger.test'] };
  let told = '';
  await runPaymentsCommand({ config: { gateway }, secrets, conclude, history }, (text) => {
    told += text;
  });
  return JSON.parse(told);
}
function paid(roundId: string, signature: string): Promise<unknown> {
  return command({ roundId, conclusion: { kind: 'paid', signature } });
}
function unpaid(roundId: string, reason = 'the payer says so'): Promise<unknown> {
  return command({ roundId, conclusion: { kind: 'unpaid', reason } });
}
async function stateOf(roundId: RoundId): Promise<string | undefined> {
  return (await outbox.read(roundId))?.state;
}

it('payments in doubt are listed with all that finds them on the ledger, and no result', async () => {
  const { roundId, payment: inDoubtNow } = await inDoubt();
  const told = await command(null);
  const payment: unknown = JSON.parse(encodeRoundPayment(inDoubtNow));
  expect(told).toEqual({
    payments: [{ roundId, state: 'payment_unknown', reason: 'the ledger is silent', createdAt: expect.any(Number) as number, payment }],
  });
  expect(JSON.stringify(told)).not.toContain('64628.31');
});

describe('an operator who says that a payment was made', () => {
  it('is believed when the ledger has it in that transaction: the result is read', async () => {
    const { roundId, land } = await inDoubt();
    const signature = land();
    expect(await paid(roundId, signature)).toEqual({ roundId, state: 'paid' });
    expect(await outbox.read(roundId)).toMatchObject({ state: 'paid', receipt: { signature, slot: EARLIEST }, result: RESULT });
    expect(await command(null)).toEqual({ payments: [] });
  });

  it('is not believed without the ledger, or when that has something else there', async () => {
    const { roundId, land } = await inDoubt();
    await expect(paid(roundId, '5'.repeat(88))).rejects.toThrow('does not have transaction');
    await expect(paid(roundId, (await inDoubt()).land())).rejects.toThrow('is another one than the payment');
    await expect(paid(roundId, land({ succeeded: false }))).rejects.toThrow('the transaction failed on the ledger');
    const long = Math.floor(Date.now() / 1_000) - 600;
    await expect(paid(roundId, land({ slot: EARLIEST - 1, blockTimeSeconds: long }))).rejects.toThrow('had landed before the round was');
    expect(await stateOf(roundId)).toBe('payment_unknown');
  });

  it('decides where the slot of the admission and the time of the block disagree, which no gateway does', async () => {
    const { roundId, land } = await inDoubt();
    const signature = land({ slot: EARLIEST - 1, blockTimeSeconds: Math.floor(Date.now() / 1_000) - 20 });
    expect(await paid(roundId, signature)).toEqual({ roundId, state: 'paid' });
    expect(await outbox.read(roundId)).toMatchObject({ receipt: { signature, slot: EARLIEST - 1 }, result: RESULT });
  });

  it('overturns what was given up', async () => {
    const { roundId, land } = await inDoubt();
    height = LAST_VALID + 1;
    await unpaid(roundId);
    const signature = land();
    expect(await paid(roundId, signature)).toEqual({ roundId, state: 'paid' });
    expect(await outbox.read(roundId)).toMatchObject({ receipt: { signature }, result: RESULT });
  });
});

describe('an operator who says that a payment was not made', () => {
  it('is believed once it can land no more and a check does not find it; the reason is on record, and the ledger has the last word', async () => {
    const { roundId } = await inDoubt();
    await expect(unpaid(roundId)).rejects.toThrow('may land yet');
    expect(await stateOf(roundId)).toBe('payment_unknown');
    height = LAST_VALID + 1;
    expect(await unpaid(roundId)).toEqual({ roundId, state: 'unpaid' });
    expect(await outbox.read(roundId)).toMatchObject({ reason: 'operator: the payer says so' });
    expect(await outbox.givenUp({ limit: 10 })).toEqual([roundId]);
  });

  it('is not believed when the ledger has it', async () => {
    const { roundId, land } = await inDoubt();
    const signature = land();
    isListed = true;
    await expect(unpaid(roundId)).rejects.toThrow(`the ledger has the payment, in transaction ${signature}`);
    expect(await stateOf(roundId)).toBe('payment_unknown');
  });

  it('gives a reason that may be read', async () => {
    const { roundId } = await inDoubt();
    for (const reason of ['', 'a\nb', 'x'.repeat(201)])
      await expect(unpaid(roundId, reason)).rejects.toThrow('1 to 200 of printable ASCII');
  });
});

it('a payment in the hands of a gateway, a round without one and an id without a round are told', async () => {
  const { roundId } = await inDoubt({ leaseMs: 60_000 });
  height = LAST_VALID + 1;
  await expect(unpaid(roundId)).rejects.toThrow('try again in a moment');
  await expect(unpaid('not an id')).rejects.toThrow('--round: must be the id of a round');
  await expect(unpaid(sampleRoundId())).rejects.toThrow('there is no round');
  const concluded = await inDoubt();
  await paid(concluded.roundId, concluded.land());
  await expect(unpaid(concluded.roundId)).rejects.toThrow('the round is paid: there is nothing to conclude');
});
