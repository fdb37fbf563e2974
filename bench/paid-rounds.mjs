#!/usr/bin/env node
// Paid rounds beside what they are made of, in turns, in one run: POST /v1/x402/execute with a payment that is signed already; the bare
// facilitator's verify and settle of such a payment; and the same round on the subscription path, which is charged later. Starts a world
// of its own. usage: node bench/paid-rounds.mjs [--rounds 40] [--quorum 3] [--concurrency 4]
import './world/node-fetch.mjs';

import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/figures.mjs';
import { createPayer } from './world/payer.mjs';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    quorum: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '4' },
  },
});
const [rounds, signaturesRequired, concurrency] = [Number(flags.rounds), Number(flags.quorum), Number(flags.concurrency)];
/** Rounds of one payer whose payments are not concluded; the gateway takes no more. */
const MOST_AT_ONCE = 8;
if (concurrency > MOST_AT_ONCE) throw new Error(`--concurrency: at most ${MOST_AT_ONCE}`);

const world = await startBuiltWorld();
try {
  const manifest = await world.readManifest();
  const payer = await createPayer({ manifest, keyName: 'x402Payer', signaturesRequired });
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired });

  const prepareCharged = () => {
    const round = caller.prepare(priceConfig(manifest));
    return async () => {
      const answer = await caller.ask(round);
      if (answer.status !== 200 || !caller.verifies(round, answer))
        throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
    };
  };
  const preparePaid = (perform) => async () => {
    const prepared = await payer.prepare(priceConfig(manifest));
    return () => perform(prepared);
  };
  const variants = [
    ['paid', preparePaid(payer.ask)],
    ['bare', preparePaid(payer.settleBare)],
    ['charged', async () => prepareCharged()],
  ];

  /** What is signed is signed before the clock runs. Every one of a batch is timed for itself, and the batch as a whole. */
  const time = async (prepare, atOnce) => {
    const batch = await Promise.all(Array.from({ length: atOnce }, prepare));
    const startedAtMs = performance.now();
    const eachMs = await Promise.all(batch.map((run) => run().then(() => performance.now() - startedAtMs)));
    return { eachMs, batchMs: performance.now() - startedAtMs };
  };
  const measure = async (atOnce) => {
    const samples = new Map(variants.map(([name]) => [name, { eachMs: [], batchMs: 0 }]));
    for (const [, prepare] of variants) await time(prepare, atOnce);
    for (let turn = 0; turn < Math.ceil(rounds / atOnce); turn += 1) {
      for (const [name, prepare] of turn % 2 === 0 ? variants : variants.toReversed()) {
        const { eachMs, batchMs } = await time(prepare, atOnce);
        samples.get(name).eachMs.push(...eachMs);
        samples.get(name).batchMs += batchMs;
      }
    }
    return samples;
  };

  console.log(
    `${machine()}; ${rounds} of each, quorum ${signaturesRequired} + ${manifest.redundancyBuffer} of ${manifest.nodes.length} nodes\n`,
  );
  console.log(row(['at once', '', 'p50 ms', 'p90 ms', 'per second']));
  console.log(row(['---', '---', '---', '---', '---']));
  for (const atOnce of new Set([1, concurrency])) {
    const samples = await measure(atOnce);
    const figures = ([name, label]) => {
      const { eachMs, batchMs } = samples.get(name);
      return [atOnce, label, fixed(quantile(eachMs, 0.5), 1), fixed(quantile(eachMs, 0.9), 1), fixed((eachMs.length * 1000) / batchMs, 2)];
    };
    const labels = [
      ['paid', 'POST /v1/x402/execute, paid'],
      ['bare', 'bare facilitator: verify and settle'],
      ['charged', 'POST /v1/round/execute, charged later'],
    ];
    for (const label of labels) console.log(row(figures(label)));
    const median = (name) => quantile(samples.get(name).eachMs, 0.5);
    const added = median('paid') - median('bare');
    console.log(row([atOnce, '**what a paid round takes beyond its payment**', `**${fixed(added, 1)}**`, '', '']));
    console.log(row([atOnce, '**of that, beyond the round itself**', `**${fixed(added - median('charged'), 1)}**`, '', '']));
  }
  await caller.close();
} finally {
  await world.close();
}
