#!/usr/bin/env node
// The memory that a round of each path takes in the outbox: while it lives, after it is settled, and once its time is over, as the server
// counts it. Starts a Redis server of its own; needs the built packages.
// usage: node bench/outbox-memory.mjs [--rounds 4000] [--accounts 40] [--feeds 4] [--life-seconds 8] [--path x402]
import {
  quotaKey,
  connectRedis,
  createBooks,
  createOutbox,
  createSettlementQueue,
  outboxPrefix,
  MOST_PULLED_ROWS,
} from '@oracle-gateway/outbox';
import { sampleAddress, samplePayload, samplePayment, sampleSigned, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { deriveSourceId, formatAddress, toHex } from '@oracle-gateway/protocol';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findOrFetchRedis, launchRedisServer } from '@oracle-gateway/dev-servers';
import { fixed, machine, row } from './world/measurements.mjs';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4000' },
    accounts: { type: 'string', default: '40' },
    feeds: { type: 'string', default: '4' },
    'life-seconds': { type: 'string', default: '8' },
    path: { type: 'string' },
  },
});
const [rounds, accounts, feedsOfCaller] = [Number(flags.rounds), Number(flags.accounts), Number(flags.feeds)];

const GOAL_BYTES = 2_048;
const AT_ONCE = 64;
/** Short, so that the end of the retention is seen, and longer than all rounds take: what ends before it is weighed has no weight. */
const LIFE_SECONDS = Number(flags['life-seconds']);
const LIVES = { identityTtlSeconds: LIFE_SECONDS, resultTtlSeconds: LIFE_SECONDS };
const RETENTION_PATIENCE_MS = 60_000 + LIFE_SECONDS * 1_000;
/** Allocator and tables grow in steps; keys are counted exactly. */
const TOLERANCE_BYTES = 32;
/** Rounds of a transaction, and its bytes: signature, header, keys, blockhash, instructions. */
const ROUNDS_A_TRANSACTION = 6;
const WIRE_BYTES = 1_200;
/** Units of every account: more than all rounds take. */
const AVAILABLE = 10n ** 12n;

/**
 * Holds and payment of a path's rounds, for each of its callers.
 * @typedef {import('@oracle-gateway/outbox').Hold} Hold
 * @typedef {import('@oracle-gateway/outbox').ReserveInput} ReserveInput
 * Means of payment: a charge that the program settles, or a payment by a facilitator.
 * @typedef {{ charge: import('@oracle-gateway/outbox').SettlementCharge } | { payment: import('@oracle-gateway/outbox').PaymentRecord }} Means
 * @typedef {{ holds: readonly Hold[], means: Means } & Pick<ReserveInput, 'exclusive' | 'listedUnder'>} Ask
 * @type {Record<string, (caller: import('@oracle-gateway/protocol').Address) => Ask>}
 */
const PATHS = {
  subscription: (caller) => {
    return {
      holds: [untilSettled(quotaKey('subscription', caller), 1)],
      means: { charge: { kind: 'subscription', subscriptionOwner: caller, feedOwner: caller } },
      listedUnder: `owner:${formatAddress(caller)}`,
    };
  },
  agent: (caller) => {
    return {
      holds: [untilSettled(quotaKey('escrow', caller), 25_000)],
      means: { charge: { kind: 'escrow', payer: caller, amountAtomic: 25_000n, requestSignature: randomBytes(64) } },
      listedUnder: `payer:${formatAddress(caller)}`,
    };
  },
  x402: (caller) => {
    const payment = samplePayment({ payer: caller, memo: randomBytes(16).toString('hex') });
    return {
      holds: [{ quotaKey: `paying:${formatAddress(caller)}`, units: 1, available: AVAILABLE, slot: null, until: 'settled' }],
      means: { payment },
      exclusive: [{ name: `authorization:${toHex(payment.messageHash).slice(2)}`, lifeMs: LIVES.identityTtlSeconds * 1_000 }],
    };
  },
};

/** @param {string} key @param {number} units @returns {Hold} */
function untilSettled(key, units) {
  return { quotaKey: key, units, available: AVAILABLE, slot: 400_000_000, until: 'settled' };
}

console.log(`${machine()}; ${rounds} rounds of ${accounts} callers, each of ${feedsOfCaller} feeds`);
for (const [path, askOf] of Object.entries(PATHS).filter(([name]) => [undefined, name].includes(flags.path)))
  await onServer((redis) => measure(redis, path, askOf));

/** Each path has a server of its own: what a server grew to for another's rounds it would not grow to again. */
async function onServer(/** @type {(redis: ReturnType<typeof connectRedis>) => Promise<void>} */ run) {
  const dataDir = await mkdtemp(join(tmpdir(), 'oracle-gateway-outbox-memory-'));
  // The file is not what is measured, and syncing it for each command would only take time.
  const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, settings: { appendfsync: 'no' } });
  const redis = connectRedis(server.url);
  try {
    await run(redis);
  } finally {
    redis.disconnect();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param {ReturnType<typeof connectRedis>} redis @param {string} path @param {typeof PATHS[string]} askOf */
async function measure(redis, path, askOf) {
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, ...LIVES });
  const queue = createSettlementQueue({ redis, gateway });
  const books = createBooks({ redis, gateway, pulledBy: 'bench' });
  const prefix = outboxPrefix(gateway);
  const callers = Array.from({ length: accounts }, () => sampleAddress());
  const feeds = callers.map(() => Array.from({ length: feedsOfCaller }, () => hex(32)));

  /** @param {number} index */
  const serve = async (index) => {
    const roundId = sampleRoundId();
    const { means, ...takes } = askOf(callers[index % callers.length] ?? sampleAddress());
    const feed = feeds[index % callers.length]?.[Math.floor(index / callers.length) % feedsOfCaller] ?? hex(32);
    const reserved = await outbox.reserve({
      path,
      roundId,
      ...takes,
      deadlineMs: 25_000,
      maxInFlight: 65_536,
      createdBy: 'gateway-7f9c6d5b8-x2x4z:4711',
    });
    if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
    const { token } = reserved;
    if ('payment' in means) {
      const { payer } = means.payment;
      const result = JSON.stringify(resultOf(payloadOf({ kind: 'subscription', subscriptionOwner: payer, feedOwner: payer })));
      await outbox.beginPayment({ roundId, token, payment: means.payment, signed: sampleSigned(), result, leaseMs: 20_000 });
    } else {
      const settlement = payloadOf(means.charge);
      await outbox.commit({
        roundId,
        token,
        settlement,
        result: JSON.stringify(resultOf(settlement)),
        listedUnder: `feed:${feed.slice(2, 34)}`,
      });
      await queue.wake(roundId);
    }
    return { roundId, token, isPaid: 'payment' in means };
  };
  const sent = new Map();
  /** @param {number} place */
  const transactionOf = (place) => {
    const transaction = Math.floor(place / ROUNDS_A_TRANSACTION);
    if (!sent.has(transaction)) sent.set(transaction, { signature: signatureText(), wire: randomBytes(WIRE_BYTES) });
    return sent.get(transaction);
  };
  /** @param {Awaited<ReturnType<typeof serve>>} round @param {number} place */
  const settle = async ({ roundId, token, isPaid }, place) => {
    if (isPaid) return outbox.pay({ roundId, token }, { signature: signatureText(), slot: 400_000_009, text: receiptText() });
    const claim = await outbox.claim({ roundId, workerId: 'worker-5d9f8b7c6-abcde:17', leaseMs: 60_000 });
    if (claim === null) throw new Error('not claimed');
    const { signature, wire } = transactionOf(place);
    await outbox.recordBroadcast(claim, { signature, lastValidBlockHeight: 400_000_150, wire });
    const readings = claim.holds.map(({ quotaKey: key }) => ({ quotaKey: key, available: AVAILABLE, slot: 400_000_010 }));
    await outbox.settle(claim, { signature, slot: 400_000_009, seenAtSlot: 400_000_010, readings });
  };

  // Scripts, tables and the account of each caller are there before the first number.
  const first = await each(
    Array.from({ length: accounts * 4 }, (_, index) => index),
    serve,
  );
  const before = await usedBytes(redis);
  const startMs = performance.now();
  const served = await each(
    Array.from({ length: rounds }, (_, index) => index),
    serve,
  );
  const live = await usedBytes(redis);
  const sample = served[0]?.roundId ?? '';
  const keys = await redis.keys(`${prefix}:*${sample.slice(0, 22)}*`);
  const ofKeys = await Promise.all(
    keys.map(async (key) => [
      key
        .slice(prefix.length + 1)
        .replace(sample, '<round id>')
        .replace(sample.slice(0, 22), '<round id>'),
      await redis.memory('USAGE', key, 'SAMPLES', 0),
    ]),
  );
  await removeJobs();
  const withoutJobs = await usedBytes(redis);
  await each(served, settle);
  const settled = await usedBytes(redis);
  await each(served, ({ roundId }) => outbox.finalize({ roundId, seenAtSlot: 400_000_010 }));
  const final = await usedBytes(redis);
  // Their five minutes are over long before the record's hour.
  await unlinkAll('sent:*');
  const withoutWires = await usedBytes(redis);
  await pullBooks();
  const withoutRows = await usedBytes(redis);
  if (performance.now() - startMs > LIFE_SECONDS * 1_000)
    throw new Error('a round took longer than its record lives: give more --life-seconds');
  await each(first, settle);
  await each(first, ({ roundId }) => outbox.finalize({ roundId, seenAtSlot: 400_000_010 }));
  await unlinkAll('sent:*');
  await pullBooks();
  await untilRoundsAreGone();
  const after = await usedBytes(redis);

  const perRound = (/** @type {number} */ bytes) => bytes / rounds;
  console.log('');
  console.log(row([`a round of the path ${path}`, 'bytes']));
  console.log(row(['---', '---']));
  console.log(row(['answered and waiting to be settled, with its job; or being paid', fixed(perRound(live - before), 0)]));
  for (const [key, bytes] of ofKeys) console.log(row([`… in it \`${key}\``, String(bytes)]));
  console.log(row(['… in it the job, with its places in lists', fixed(perRound(live - withoutJobs), 0)]));
  console.log(row(['settled, not final; or paid', fixed(perRound(settled - before), 0)]));
  console.log(row(['final or paid, until its time is over', fixed(perRound(withoutWires - before), 0)]));
  console.log(row(['… in it its row of the books, until it is pulled', fixed(perRound(withoutWires - withoutRows), 0)]));
  console.log(
    row([`… beside it for five minutes: its part of a transaction of ${ROUNDS_A_TRANSACTION}`, fixed(perRound(final - withoutWires), 0)]),
  );
  console.log(row(['once its time is over', fixed(perRound(after - before), 0)]));
  const left = perRound(after - before);
  if (perRound(live - before) > GOAL_BYTES) fail(`a live round of the path ${path} takes more than ${GOAL_BYTES} bytes`);
  if (left > TOLERANCE_BYTES) fail(`${fixed(left, 0)} bytes a round of the path ${path} are never given back`);
  await queue.close();

  async function removeJobs() {
    await unlinkAll('settlement:s-*');
    await redis.del(`${prefix}:settlement:wait`);
  }
  async function unlinkAll(/** @type {string} */ names) {
    const found = await redis.keys(`${prefix}:${names}`);
    if (found.length > 0) await redis.unlink(...found);
  }
  async function pullBooks() {
    for (;;) {
      const pulled = await books.pull({ limit: MOST_PULLED_ROWS, leaseMs: 10_000 });
      if (pulled.outcome === 'busy') throw new Error('another process pulls the books');
      if (pulled.rows.length === 0) return;
      const ids = pulled.rows.map(({ id }) => id);
      await books.drop(ids, { isLast: false });
    }
  }
  /** Redis forgets expired keys that no client reads a few at a time. */
  async function untilRoundsAreGone() {
    const endMs = performance.now() + RETENTION_PATIENCE_MS;
    while ((await redis.keys(`${prefix}:[elpr]*:*`)).length > 0) {
      if (performance.now() > endMs) throw new Error('records, lists or exclusive keys outlive their time');
      await wait(500);
    }
  }
}

/** Bytes of the data, without the buffers of clients. */
async function usedBytes(/** @type {ReturnType<typeof connectRedis>} */ redis) {
  const info = await redis.info('memory');
  const of = (/** @type {string} */ name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
  return of('used_memory') - of('mem_clients_normal') - of('mem_aof_buffer');
}

/** @template T, U @param {readonly T[]} items @param {(item: T, place: number) => Promise<U>} run @returns {Promise<U[]>} */
async function each(items, run) {
  const results = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map((item, place) => run(item, start + place)))));
  return results;
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

function hex(/** @type {number} */ byteLength) {
  return `0x${randomBytes(byteLength).toString('hex')}`;
}

/** Random where a round's is, so that nothing packs better than in the field. */
function payloadOf(/** @type {import('@oracle-gateway/outbox').SettlementCharge} */ charge) {
  return samplePayload({
    charge,
    sourceId: deriveSourceId({ url: `https://source.example/${hex(16)}`, method: 'GET', responseParser: '$' }),
    value: Buffer.concat([Buffer.alloc(20), randomBytes(12)]),
    message: randomBytes(32),
    s: randomBytes(32),
    commitment: randomBytes(20),
    aggregateKey: randomBytes(64),
    signersBitmap: Buffer.concat([Buffer.alloc(31), Buffer.of(0x1a)]),
    timestampSeconds: Math.floor(Date.now() / 1_000),
  });
}

/** Text as long as a transaction's signature, and different each time. */
function signatureText() {
  return `${formatAddress(sampleAddress())}${formatAddress(sampleAddress())}`.padEnd(88, '5').slice(0, 88);
}

/** A facilitator's receipt as a caller gets it: base64 of a settle response. */
function receiptText() {
  const response = {
    success: true,
    payer: formatAddress(sampleAddress()),
    transaction: signatureText(),
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  };
  return Buffer.from(JSON.stringify(response)).toString('base64');
}

/** The result of every path: the one of a round that is paid per request holds the same values under other names. */
function resultOf(/** @type {import('@oracle-gateway/outbox').SettlementPayload} */ settlement) {
  const { value, timestampSeconds, observedAtMs, signaturesRequired, sourceId, signersBitmap, s, commitment } = settlement;
  return {
    status: 'completed',
    data: {
      feedId: hex(32),
      value: '64628.31',
      valuePacked: toHex(value),
      timestamp: timestampSeconds,
      observedAt: observedAtMs,
      registryVersion: 1,
      signaturesRequired,
      configHash: toHex(sourceId),
      signersBitmap: toHex(signersBitmap),
      s: toHex(s),
      rx: hex(32),
      ryParity: 1,
      commitmentAddr: toHex(commitment),
      fresh: true,
    },
  };
}
