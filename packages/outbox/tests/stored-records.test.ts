import { parseAddress, type RoundId } from '@oracle-gateway/protocol';
import { afterAll, expect, inject, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-record.json' with { type: 'json' };
import { connectRedis, createOutbox, outboxPrefix, type Hold, type KeptHold, type Outbox } from '../src/index.js';
import { isRoundId } from '../src/records/round-id.js';
import { decodeRoundPayment } from '../src/records/round-payment.js';
import { decodeSettlementPayload } from '../src/records/settlement-payload.js';
import { sampleAddress, samplePayment, sampleSigned } from '../src/testing/index.js';
import { decodeBody } from '../src/wire/record-body.js';
import { readBodyText, readFields, type RecordFields } from '../src/wire/record-fields.js';
import { readTexts } from '../src/wire/reply.js';
import { decodeRoundRecord } from '../src/wire/round-record.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const LEASE_MS = 600_000;
const SLOT = 420_000_010;
const SEEN_AT_SLOT = 420_000_012;

/** A stored record and an outbox that brings a round of it there. */
interface Rebuilding {
  readonly outbox: Outbox;
  readonly roundId: RoundId;
  readonly fields: RecordFields;
  readonly holds: readonly KeptHold[];
}

type Ticket = { readonly roundId: RoundId; readonly token: string };

async function reserve({ outbox, roundId, fields, holds }: Rebuilding, deadlineMs = LEASE_MS): Promise<Ticket> {
  const input = { path: fields['path'] ?? '', roundId, deadlineMs, maxInFlight: 10 };
  const outcome = await outbox.reserve({ ...input, holds: holds.map(takenHold), createdBy: fields['createdBy'] ?? 'gateway-1' });
  if (outcome.outcome !== 'reserved') throw new Error(outcome.outcome);
  return { roundId, token: outcome.token };
}

/** The part of a kept hold that a reservation takes. */
function takenHold({ quotaKey, units, until, basis }: KeptHold): Hold {
  return { quotaKey, units, until, available: 10_000_000n, slot: basis === 'fixed' ? null : 1 };
}

async function commit(round: Rebuilding, more: { held?: true } = {}) {
  const { payload, result } = bodyOf(round.fields);
  await round.outbox.commit({ ...(await reserve(round)), settlement: decodeSettlementPayload(payload), result, ...more });
}

async function claim(round: Rebuilding) {
  await commit(round);
  const claimed = await round.outbox.claim({ roundId: round.roundId, workerId: 'worker', leaseMs: LEASE_MS });
  if (claimed === null) throw new Error('not claimed');
  return claimed;
}

async function sent(round: Rebuilding) {
  const claimed = await claim(round);
  for (const broadcast of decodeRoundRecord(round.roundId, round.fields).broadcasts)
    await round.outbox.recordBroadcast(claimed, { ...broadcast, wire: Uint8Array.of(1) });
  return claimed;
}

async function settle(round: Rebuilding, claimed: Awaited<ReturnType<typeof claim>>, isKnown = true) {
  const signature = isKnown ? (claimed.broadcasts.at(-1)?.signature ?? signatureOf(round)) : null;
  await round.outbox.settle(claimed, { signature, slot: isKnown ? SLOT : null, seenAtSlot: SEEN_AT_SLOT, readings: [] });
}

function signatureOf({ fields }: Rebuilding): string {
  return `${fields['signature0']}${fields['signature1']}`;
}

async function beginPayment(round: Rebuilding): Promise<Ticket> {
  const ticket = await reserve(round);
  const { payload, result } = bodyOf(round.fields);
  const payment = decodeRoundPayment(payload);
  await round.outbox.beginPayment({ ...ticket, payment, signed: sampleSigned(), result, leaseMs: LEASE_MS });
  return ticket;
}

/** The failure that the stored record of a failed round has. */
function failureOnRecord(): string {
  const failures = file.records.flatMap(({ record }) => ('failure' in record ? [record.failure] : []));
  return failures.join();
}

/** The commands that bring a round to each stored record. */
const WAYS: Readonly<Record<string, (round: Rebuilding) => Promise<unknown>>> = {
  reserved: (round) => reserve(round),
  failed: async (round) => round.outbox.fail({ ...(await reserve(round)), reason: 'nodes_unavailable' }),
  'failed at its source': async (round) =>
    round.outbox.fail({ ...(await reserve(round)), reason: 'upstream_failure', failure: failureOnRecord() }),
  'failed with its authorization unused': async (round) =>
    round.outbox.fail({ ...(await reserve(round)), reason: 'node_share_used', unused: true }),
  expired: async (round) => {
    await reserve(round, 0);
    expect(await round.outbox.expireReservations({ limit: 10 })).toBe(1);
  },
  'pending, of a subscription': (round) => commit(round),
  'pending, of an escrow, of a private source': (round) => commit(round),
  'pending, of a list': (round) => commit(round),
  'pending, held': (round) => commit(round, { held: true }),
  'pending, claimed and sent twice': sent,
  'pending, parked': async (round) => {
    const { roundId } = round;
    const refusal = { reason: 'InvalidPrice', retryAfterMs: 0, maxAttempts: 3 };
    let claimed = await claim(round);
    for (let refusals = 1; (await round.outbox.refuse(claimed, refusal)) !== 'parked'; refusals += 1) {
      expect(refusals).toBeLessThan(3);
      claimed = (await round.outbox.claim({ roundId, workerId: 'worker', leaseMs: LEASE_MS })) ?? claimed;
    }
  },
  'pending, rolled back': async (round) => {
    await settle(round, await sent(round));
    await round.outbox.rollBack({ roundId: round.roundId, seenAtSlot: SEEN_AT_SLOT, reason: 'receipt_lost' });
  },
  'settled, not final': async (round) => settle(round, await sent(round)),
  'settled, final': async (round) => {
    await settle(round, await sent(round));
    await round.outbox.finalize({ roundId: round.roundId, seenAtSlot: SEEN_AT_SLOT });
  },
  'settled, by an unknown transaction': async (round) => settle(round, await claim(round), false),
  lapsed: async (round) => round.outbox.lapse(await claim(round), 'settlement_window_passed'),
  settling: beginPayment,
  'settling, with its signature': async (round) => round.outbox.noteSignature(await beginPayment(round), signatureOf(round)),
  'payment unknown': async (round) => round.outbox.doubtPayment(await beginPayment(round), { reason: 'no answer' }),
  unpaid: async (round) => round.outbox.refusePayment(await beginPayment(round), { reason: 'expired', isCertain: true }),
  paid: async (round) =>
    round.outbox.pay(await beginPayment(round), { signature: signatureOf(round), slot: SLOT, text: round.fields['receipt0'] ?? null }),
  'paid, seen later': async (round) => {
    await round.outbox.refusePayment(await beginPayment(round), { reason: 'expired' });
    await round.outbox.overturn({ roundId: round.roundId, signature: signatureOf(round), slot: null });
  },
};

it.each(file.records)('is stored today in the fields of the vector: $name', async ({ name, roundId, fields: stored }) => {
  if (!isRoundId(roundId)) throw new TypeError('the vector names a round');
  const fields: RecordFields = stored;
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
  const { holds } = decodeRoundRecord(roundId, fields);
  const way = WAYS[name];
  if (way === undefined) throw new TypeError('no command brings a round to this record');
  await way({ outbox, roundId, fields, holds });
  const written = textsOf(await redis.hgetallBuffer(`${outboxPrefix(gateway)}:round:${roundId}`));
  expect(comparable(written)).toEqual(comparable(fields));
});

it('the keys beside the records are written in the form of the vector', async () => {
  const { rounds, signature, tickMs, payer, keys } = file.others;
  const [paid = '', open = ''] = rounds;
  if (!isRoundId(paid) || !isRoundId(open)) throw new TypeError('the vector names rounds');
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
  const hold: Hold = { quotaKey: 'subscription:any', units: 2, available: 5n, slot: 7, until: 'settled' };
  const input = { path: 'x402', deadlineMs: LEASE_MS, maxInFlight: 10, holds: [hold], listedUnder: 'payer' };
  const first = await outbox.reserve({ ...input, roundId: paid });
  if (first.outcome !== 'reserved') throw new Error(first.outcome);
  const ticket = { roundId: paid, token: first.token };
  const payment = samplePayment({ payer: parseAddress(payer) });
  await outbox.beginPayment({ ...ticket, payment, signed: sampleSigned(), result: '{}', leaseMs: LEASE_MS });
  await outbox.pay(ticket, { signature, slot: null, text: null });
  const exclusive = [
    { name: 'authorization', lifeMs: LEASE_MS },
    { name: 'tick', lifeMs: LEASE_MS, tickMs },
  ];
  const second = await outbox.reserve({ ...input, roundId: open, exclusive });
  if (second.outcome !== 'reserved') throw new Error(second.outcome);

  const prefix = `${outboxPrefix(gateway)}:`;
  const names = (await redis.keys(`${prefix}*`)).map((key) => key.slice(prefix.length));
  const written = await Promise.all(
    names.filter((name) => !name.startsWith('round:')).map(async (name) => [name, await valueOf(prefix + name)] as const),
  );
  const tick = `${open} ${Math.floor(second.redisTimeMs / tickMs)}`;
  expect(Object.fromEntries(written)).toEqual({ ...keys, 'exclusive:tick': tick });
  expect(keys['exclusive:tick']).toBe(`${open} <tick>`);
  expect(await outbox.exclusiveUser('authorization')).toBe(open);
  expect((await outbox.paidBy(signature))?.roundId).toBe(paid);
  expect((await outbox.holdTotals('subscription:any', { holders: 1 })).holders).toEqual([{ roundId: open, units: 2 }]);
});

async function valueOf(key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return withoutChance(await redis.hgetall(key));
    case 'stream':
      return (await redis.xrangeBuffer(key, '-', '+')).map(([id, texts]) =>
        withoutChance({ id: id.toString(), ...readFields(readTexts(texts)) }),
      );
    default:
      return redis.zrange(key, '0', '-1');
  }
}

function withoutChance(fields: RecordFields): RecordFields {
  const form = (name: string, text: string) => {
    if (name === 'row') return text.replace(/(?<=^\S+ )\d+/, '<time>');
    if (/Ms$/.test(name)) return '<time>';
    return name === 'marker' || name === 'day' ? `<${name}>` : text;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^\d+ /, '<day> '), form(name, text)]));
}

/** A character for each byte. */
function textsOf(fields: Readonly<Record<string, Buffer>>): RecordFields {
  return Object.fromEntries(Object.entries(fields).map(([name, bytes]) => [name, bytes.toString('latin1')]));
}

function bodyOf(fields: RecordFields) {
  return decodeBody(readBodyText(fields) ?? '');
}

/** Fields without what another moment, another process or another deflater writes differently. */
function comparable(fields: RecordFields): unknown {
  const entries = Object.entries(fields).filter(([name]) => !/^b\d+$/.test(name));
  const body = readBodyText(fields);
  return {
    ...Object.fromEntries(entries.map(([name, text]) => [name, formOf(name, text)])),
    body: body === undefined ? null : decodeBody(body),
  };
}

function formOf(name: string, text: string): string {
  if (/Ms$/.test(name)) return text.replace(/^\d+$/, 'a time');
  if (name === 'token') return 'a token';
  if (name === 'claim') return text.replace(/^\S+ \d+ /, 'a token, a time ');
  if (name === 'endedClaim') return text.replace(/ \S+$/, ' a token');
  return text;
}
