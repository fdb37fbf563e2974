#!/usr/bin/env node
// Measures what a round of each path costs the Redis server: commands, those inside scripts too, bytes of its file and CPU time. Then what a row of the
// books takes, and its pull. Each earlier build and this one serve the same whole lives of rounds on one server, in turns whose order alternates. The
// checkout of an earlier build is built first: `git worktree add <checkout> <commit>`, then install and build @oracle-gateway/outbox there.
// usage: node bench/books-redis.mjs [--from <checkout>]... [--turns 9] [--rounds 2000] [--at-once 16] [--path x402]
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findOrFetchRedis, launchRedisServer } from '@oracle-gateway/dev-servers';
import { base58 } from '@scure/base';
import { fixed, machine, quantile, row } from './world/measurements.mjs';

const { values: flags } = parseArgs({
  options: {
    from: { type: 'string', multiple: true, default: [] },
    turns: { type: 'string', default: '9' },
    rounds: { type: 'string', default: '2000' },
    'at-once': { type: 'string', default: '16' },
    path: { type: 'string' },
  },
});
const [turns, rounds, atOnce] = [Number(flags.turns), Number(flags.rounds), Number(flags['at-once'])];

const PARTIES = 40;
const SLOT = 400_000_010;
const AVAILABLE = 10n ** 12n;
/** A transaction of one round: signature, header, keys, blockhash, instruction. */
const WIRE = randomBytes(760);
const FEE_BALANCE = `fee-balance:${base58.encode(randomBytes(32))}`;
/** Three signers of five nodes. */
const SIGNERS = { registryVersion: 3n, signersBitmap: Uint8Array.from({ length: 32 }, (_, byte) => (byte === 31 ? 0b10110 : 0)) };
const PATHS = {
  subscription: (owner) => ({ charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: owner }, quota: 'subscription' }),
  'subscription, by a delegate': (owner, delegate) => ({ charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: delegate }, quota: 'subscription' }), // prettier-ignore
  agent: (payer) => ({ charge: { kind: 'escrow', payer, amountAtomic: 2_500n, requestSignature: randomBytes(64) }, quota: 'escrow' }),
  x402: (payer) => ({ payer }),
};

/** Commands of this program itself. */
const OWN_COMMANDS = new Set(['info', 'flushall', 'script', 'client', 'hello', 'xlen', 'memory']);
/** A script is what it does. */
const SCRIPT_CALLS = new Set(['eval', 'evalsha']);

const builds = await Promise.all([...flags.from, undefined].map(load));
console.log(`${machine()}; ${turns} turns of ${rounds} rounds for each build, ${atOnce} at once; medians`);
const names = builds.map(({ name }) => name);
const columns = ['commands', 'file (bytes)', 'CPU (µs)'].flatMap((what) => names.map((name) => `${what}, ${name}`));
const header = ['path', ...columns, ...names.slice(0, -1).map((name) => `CPU now to ${name}`), 'row (bytes)', 'CPU of its pull (µs)'];
for (const cells of [header, header.map(() => '---')]) console.log(row(cells));
for (const path of Object.keys(PATHS).filter((name) => flags.path === undefined || name === flags.path)) await measure(path);

async function load(checkout) {
  const of = (path) =>
    checkout === undefined ? `@oracle-gateway/outbox${path}` : pathToFileURL(join(checkout, 'packages/outbox/dist', path, 'index.js')).href;
  const name = checkout === undefined ? 'now' : basename(checkout);
  return { name, ...(await import(of(''))), ...(await import(of('/testing'))) };
}

async function measure(path) {
  const dataDir = await mkdtemp(join(tmpdir(), 'books-redis-'));
  const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, settings: { 'auto-aof-rewrite-percentage': '0' } });
  try {
    const samples = builds.map(() => []);
    // The first turn warms up.
    for (let turn = 0; turn <= turns; turn += 1)
      for (const place of turn % 2 === 0 ? builds.keys() : [...builds.keys()].reverse()) {
        const sample = await takeTurn(builds[place], server, path);
        if (turn > 0) samples[place].push(sample);
      }
    const now = samples.at(-1);
    const of = (list, name) => quantile(list.map((sample) => sample[name]), 0.5); // prettier-ignore
    const share = (before) => quantile(now.map(({ cpuUs }, turn) => cpuUs / before[turn].cpuUs), 0.5); // prettier-ignore
    const measures = [['commands', 1], ['fileBytes', 0], ['cpuUs', 1]].flatMap(([name, digits]) => samples.map((list) => fixed(of(list, name), digits))); // prettier-ignore
    const ratios = samples.slice(0, -1).map((before) => fixed(share(before), 3));
    console.log(row([path, ...measures, ...ratios, fixed(of(now, 'rowBytes')), fixed(of(now, 'pullUs'), 1)]));
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
    const [cpuBefore, fileBefore, commandsBefore] = [await cpuUs(redis), await fileBytes(redis), await commands(redis)];
    let next = 0;
    const lane = async () => {
      while (next < rounds) await serve(next++);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    const sample = {
      cpuUs: ((await cpuUs(redis)) - cpuBefore) / rounds,
      fileBytes: ((await fileBytes(redis)) - fileBefore) / rounds,
      commands: ((await commands(redis)) - commandsBefore) / rounds,
    };
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
  const ofLedger = { available: AVAILABLE, slot: SLOT, until: 'settled' };
  const ofCaller = { ...ofLedger, quotaKey: held, units: 1, slot: charge === undefined ? null : SLOT };
  // A settlement takes lamports of the shard.
  const holds = charge === undefined ? [ofCaller] : [ofCaller, { ...ofLedger, quotaKey: FEE_BALANCE, units: 5_000 }];
  const reserved = await outbox.reserve({
    path: name,
    roundId,
    holds,
    deadlineMs: 25_000,
    maxInFlight: 65_536,
    createdBy: 'bench:1',
    ...listedOf(charge, owner),
  });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const ticket = { roundId, token: reserved.token };
  const signature = base58.encode(randomBytes(64));
  const result = `{"status":"completed","data":"${randomBytes(300).toString('hex')}"}`;
  if (payer !== undefined) {
    const begun = { payment: samplePayment({ payer }), signed: { form: 1, ...SIGNERS }, result, leaseMs: 20_000 };
    // An earlier build signs the round first.
    await outbox.sign?.({ ...ticket, ...begun });
    await outbox.beginPayment({ ...ticket, ...begun }, begun);
    await outbox.pay(ticket, { signature, slot: SLOT, text: null });
    return;
  }
  const settlement = samplePayload({ charge, ...SIGNERS });
  // Each request asks for a source of its own.
  await outbox.commit({ ...ticket, settlement, result, listedUnder: `feed:${randomBytes(32).toString('hex')}` });
  await queue.wake(roundId);
  const claim = await outbox.claim({ roundId, workerId: 'bench:2', leaseMs: 60_000 });
  if (claim === null) throw new Error('not claimed');
  await outbox.recordBroadcast(claim, { signature, lastValidBlockHeight: SLOT, wire: WIRE });
  const readings = holds.map(({ quotaKey: read }) => ({ quotaKey: read, available: AVAILABLE, slot: SLOT }));
  await outbox.settle(claim, { signature, slot: SLOT, seenAtSlot: SLOT, readings });
  if (!(await outbox.finalize({ roundId, seenAtSlot: SLOT, settlement }))) throw new Error('not final');
}

/** A round of the program is listed under its account. */
function listedOf(charge, owner) {
  return charge === undefined ? {} : { listedUnder: `owner:${base58.encode(owner)}` };
}

async function cpuUs(redis) {
  const info = await redis.info('cpu');
  const of = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
  return (of('used_cpu_user') + of('used_cpu_sys')) * 1e6;
}

async function fileBytes(redis) {
  return Number(/^aof_current_size:(\d+)/m.exec(await redis.info('persistence'))?.[1]);
}

/** Commands that the server has run, each of a script's too. */
async function commands(redis) {
  const told = (await redis.info('commandstats')).matchAll(/^cmdstat_([^|:]+)[^:]*:calls=(\d+)/gm);
  return [...told].reduce((sum, [, name, calls]) => (OWN_COMMANDS.has(name) || SCRIPT_CALLS.has(name) ? sum : sum + Number(calls)), 0);
}
