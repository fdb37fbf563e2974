#!/usr/bin/env node
// Measures what the books cost the Redis server of a round of each path: CPU time, bytes of its file, and bytes of the row. A build without books
// and this one serve the same whole lives of rounds on one server, in pairs whose order alternates. The checkout of the other build is built first:
// `git worktree add <checkout> 37959210`, then install and build @oracle-gateway/outbox there.
// usage: node bench/books-redis.mjs --from <checkout> [--pairs 9] [--rounds 2000] [--at-once 16]
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findOrFetchRedis, launchRedisServer } from '@oracle-gateway/dev-servers';
import { base58 } from '@scure/base';
import { fixed, machine, quantile, row } from './world/measurements.mjs';

const { values: flags } = parseArgs({
  options: {
    from: { type: 'string' },
    pairs: { type: 'string', default: '9' },
    rounds: { type: 'string', default: '2000' },
    'at-once': { type: 'string', default: '16' },
  },
});
const [pairs, rounds, atOnce] = [Number(flags.pairs), Number(flags.rounds), Number(flags['at-once'])];
if (flags.from === undefined) throw new Error('--from: must be a built checkout without books');

const PARTIES = 40;
const SLOT = 400_000_010;
const AVAILABLE = 10n ** 12n;
/** A transaction of one round: signature, header, keys, blockhash, instruction. */
const WIRE = randomBytes(760);
/** Three signers of five nodes. */
const SIGNERS = { registryVersion: 3n, signersBitmap: Uint8Array.from({ length: 32 }, (_, byte) => (byte === 31 ? 0b10110 : 0)) };
const PATHS = {
  subscription: (owner) => ({ charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: owner }, quota: 'subscription' }),
  'subscription, by a delegate': (owner, delegate) => ({ charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: delegate }, quota: 'subscription' }), // prettier-ignore
  agent: (payer) => ({ charge: { kind: 'escrow', payer, amountAtomic: 2_500n, requestSignature: randomBytes(64) }, quota: 'escrow' }),
  x402: (payer) => ({ payer }),
};

const builds = [await load(flags.from), await load()];
console.log(`${machine()}; ${pairs} pairs of ${rounds} rounds, ${atOnce} at once; medians`);
const names = ['CPU before (µs)', 'now (µs)', 'books', 'CPU of the pull (µs)', 'file before (bytes)', 'now', 'books', 'row (bytes)'];
for (const cells of [['path', ...names], ['path', ...names].map(() => '---')]) console.log(row(cells));
for (const path of Object.keys(PATHS)) await measure(path);

async function load(checkout) {
  const of = (path) =>
    checkout === undefined ? `@oracle-gateway/outbox${path}` : pathToFileURL(join(checkout, 'packages/outbox/dist', path, 'index.js')).href;
  return { ...(await import(of(''))), ...(await import(of('/testing'))) };
}

async function measure(path) {
  const dataDir = await mkdtemp(join(tmpdir(), 'books-redis-'));
  const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, settings: { 'auto-aof-rewrite-percentage': '0' } });
  try {
    const samples = builds.map(() => []);
    // The first pair warms up.
    for (let pair = 0; pair <= pairs; pair += 1)
      for (const place of pair % 2 === 0 ? [0, 1] : [1, 0]) {
        const sample = await takeTurn(builds[place], server, path);
        if (pair > 0) samples[place].push(sample);
      }
    const [before, now] = samples;
    const median = (list) => quantile(list, 0.5);
    const of = (list, name) => median(list.map((sample) => sample[name]));
    const share = (name) => median(now.map((sample, pair) => sample[name] / before[pair][name] - 1));
    const file = of(now, 'fileBytes') - of(before, 'fileBytes');
    console.log(
      row([path, fixed(of(before, 'cpuUs'), 1), fixed(of(now, 'cpuUs'), 1), `${fixed(share('cpuUs') * 100, 1)} %`, fixed(of(now, 'pullUs'), 1), fixed(of(before, 'fileBytes')), fixed(of(now, 'fileBytes')), fixed(file), fixed(of(now, 'rowBytes'))]), // prettier-ignore
    );
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeTurn(build, server, path) {
  const { connectRedis, createOutbox, createSettlementQueue, createBooks, outboxPrefix, sampleAddress } = build;
  const redis = connectRedis(server.url);
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 600, resultTtlSeconds: 600 });
  const queue = createSettlementQueue({ redis, gateway });
  const parties = Array.from({ length: PARTIES }, () => [sampleAddress(), sampleAddress()]);
  const serve = (index) => serveRound({ build, outbox, queue, path }, parties[index % PARTIES]);
  try {
    await redis.flushall();
    for (let index = 0; index < PARTIES; index += 1) await serve(index);
    const [cpuBefore, fileBefore] = [await cpuUs(redis), await fileBytes(redis)];
    let next = 0;
    const lane = async () => {
      while (next < rounds) await serve(next++);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    const sample = { cpuUs: ((await cpuUs(redis)) - cpuBefore) / rounds, fileBytes: ((await fileBytes(redis)) - fileBefore) / rounds };
    if (createBooks === undefined) return sample;
    const books = `${outboxPrefix(gateway)}:books`;
    const rows = await redis.xlen(books);
    if (rows !== rounds + PARTIES) throw new Error(`${rows} rows for ${rounds + PARTIES} rounds`);
    const rowBytes = (await redis.memory('USAGE', books, 'SAMPLES', 0)) / rows;
    const beforePull = await cpuUs(redis);
    await pullAll(createBooks({ redis, gateway, pulledBy: 'bench' }));
    return { ...sample, rowBytes, pullUs: ((await cpuUs(redis)) - beforePull) / rows };
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

async function pullAll(books) {
  for (;;) {
    const { rows } = await books.pull({ limit: 1_000, leaseMs: 60_000 });
    await books.drop(
      rows.map(({ id }) => id),
      { isLast: rows.length === 0 },
    );
    if (rows.length === 0) return;
  }
}

/** The whole life of a round, as gateway and worker lead it. */
async function serveRound({ build, outbox, queue, path }, [owner, delegate]) {
  const { sampleRoundId, samplePayload, samplePayment, quotaKey } = build;
  const roundId = sampleRoundId();
  const { charge, payer, quota } = PATHS[path](owner, delegate);
  const name = path.split(',')[0];
  const held = quotaKey(quota ?? 'paying', owner);
  const holds = [{ quotaKey: held, units: 1, available: AVAILABLE, slot: charge === undefined ? null : SLOT, until: 'settled' }];
  const reserved = await outbox.reserve({ path: name, roundId, holds, deadlineMs: 25_000, maxInFlight: 65_536, createdBy: 'bench:1' });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const ticket = { roundId, token: reserved.token };
  const signature = base58.encode(randomBytes(64));
  const result = `{"status":"completed","data":"${randomBytes(300).toString('hex')}"}`;
  if (payer !== undefined) {
    await outbox.sign({ ...ticket, payment: samplePayment({ payer }), signed: { form: 1, ...SIGNERS }, result });
    await outbox.beginPayment(ticket, { leaseMs: 20_000 });
    await outbox.pay(ticket, { signature, slot: SLOT, text: null });
    return;
  }
  const settlement = samplePayload({ charge, ...SIGNERS });
  await outbox.commit({ ...ticket, settlement, result, listedUnder: 'owner' });
  await queue.wake(roundId);
  const claim = await outbox.claim({ roundId, workerId: 'bench:2', leaseMs: 60_000 });
  if (claim === null) throw new Error('not claimed');
  await outbox.recordBroadcast(claim, { signature, lastValidBlockHeight: SLOT, wire: WIRE });
  const readings = [{ quotaKey: held, available: AVAILABLE, slot: SLOT }];
  await outbox.settle(claim, { signature, slot: SLOT, seenAtSlot: SLOT, readings });
  if (!(await outbox.finalize({ roundId, seenAtSlot: SLOT, settlement }))) throw new Error('not final');
}

async function cpuUs(redis) {
  const info = await redis.info('cpu');
  const of = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
  return (of('used_cpu_user') + of('used_cpu_sys')) * 1e6;
}

async function fileBytes(redis) {
  return Number(/^aof_current_size:(\d+)/m.exec(await redis.info('persistence'))?.[1]);
}
