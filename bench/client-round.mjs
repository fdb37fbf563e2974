#!/usr/bin/env node
// What the client adds to a round. `client.round` signs, asks and verifies against the ledger. A call by hand signs and asks, and takes the
// answer as it comes. They take turns in one run, in a world of its own.
// usage: node bench/client-round.mjs [--rounds 200] [--warm-up 50] [--quorum 3]
import { parseArgs } from 'node:util';
import { createClient, owner } from '@oracle-gateway/client';
import { formatAddress } from '@oracle-gateway/protocol';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig, signerOf } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/figures.mjs';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    'warm-up': { type: 'string', default: '50' },
    quorum: { type: 'string', default: '3' },
  },
});
const [rounds, warmUp, quorum] = [Number(flags.rounds), Number(flags['warm-up']), Number(flags.quorum)];
const GOAL = 1.15;

const world = await startBuiltWorld();
try {
  const manifest = await world.readManifest();
  const { gatewayUrl: gateway, rpcUrl, programId, network } = manifest;
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: quorum });
  const signer = { address: formatAddress(caller.owner), sign: signerOf(manifest.keys.subscriptionOwner) };
  const client = createClient({ gateway, ledger: { rpcUrl, programId, network }, account: owner({ signer }) });

  const byHand = async () => {
    const round = caller.prepare(priceConfig(manifest));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${gateway}/v1/round/execute`, { method: 'POST', headers, body: round.body });
    const { data } = await answer.json();
    if (answer.status !== 200) throw new Error(`a round was not served: ${answer.status}`);
    return data.value;
  };
  const variants = [
    ['a call by hand, nothing verified', byHand],
    ['client.round, verified', async () => (await client.round(priceConfig(manifest), { quorum })).value],
  ];
  const samples = new Map(variants.map(([name]) => [name, []]));
  for (let turn = -warmUp; turn < rounds; turn += 1) {
    for (const [name, ask] of turn % 2 === 0 ? variants : variants.toReversed()) {
      const startedAtMs = performance.now();
      const value = await ask();
      const tookMs = performance.now() - startedAtMs;
      if (value !== '64628.31') throw new Error(`${name}: another value than the source's: ${value}`);
      if (turn >= 0) samples.get(name).push(tookMs);
    }
  }
  console.log(`${machine()}, ${rounds} of each after ${warmUp}, quorum ${quorum} of ${manifest.nodes.length} nodes\n`);
  console.log(`${row(['one at a time', 'p50 ms', 'p90 ms', 'p99 ms'])}\n${row(['---', '---', '---', '---'])}`);
  const figures = [...samples.values()].map((all) => [0.5, 0.9, 0.99].map((q) => quantile(all, q)));
  for (const [place, [name]] of variants.entries()) console.log(row([name, ...figures[place].map((ms) => fixed(ms, 1))]));
  const [hand, verified] = figures;
  const ratios = verified.map((ms, place) => ms / hand[place]);
  console.log(row(['**ratio**', ...ratios.map((ratio) => `**${fixed(ratio, 2)}**`)]));
  if (ratios[0] > GOAL) console.log(`\nthe p50 misses its goal of ${GOAL}`);
  await caller.close();
} finally {
  await world.close();
}
