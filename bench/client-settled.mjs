#!/usr/bin/env node
// What `settled()` costs: the time from a round's answer to its settlement that the ledger confirms, and how often gateway and ledger are
// asked for it. By events, and by asking again and again as where a gateway has none. They take turns in one run, in a world of its own.
// usage: node bench/client-settled.mjs [--rounds 40] [--warm-up 5] [--quorum 3]
import { parseArgs } from 'node:util';
import { createClient, owner } from '@oracle-gateway/client';
import { formatAddress } from '@oracle-gateway/protocol';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig, signerOf } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/figures.mjs';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    'warm-up': { type: 'string', default: '5' },
    quorum: { type: 'string', default: '3' },
  },
});
const [rounds, warmUp, quorum] = [Number(flags.rounds), Number(flags['warm-up']), Number(flags.quorum)];

const world = await startBuiltWorld();
try {
  const manifest = await world.readManifest();
  const { gatewayUrl: gateway, rpcUrl, programId, network } = manifest;
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: quorum });
  const signer = { address: formatAddress(caller.owner), sign: signerOf(manifest.keys.subscriptionOwner) };

  const variants = [
    ['asked again and again', false],
    ['told by events', true],
  ].map(([name, hasEvents]) => {
    const counted = { gateway: 0, ledger: 0 };
    const countingFetch = (url, init) => {
      if (!hasEvents && url.endsWith('/events')) return Promise.resolve(globalThis.Response.json({}, { status: 503 }));
      counted[url.startsWith(gateway) ? 'gateway' : 'ledger'] += 1;
      return fetch(url, init);
    };
    const client = createClient({ gateway, ledger: { rpcUrl, programId, network }, account: owner({ signer }), fetch: countingFetch });
    return { name, client, counted, samples: [] };
  });
  for (let turn = -warmUp; turn < rounds; turn += 1) {
    for (const { client, counted, samples } of turn % 2 === 0 ? variants : variants.toReversed()) {
      const round = await client.round(priceConfig(manifest), { quorum });
      const before = { ...counted };
      const startedAtMs = performance.now();
      await round.settled();
      const ms = performance.now() - startedAtMs;
      if (turn >= 0) samples.push({ ms, gateway: counted.gateway - before.gateway, ledger: counted.ledger - before.ledger });
    }
  }
  console.log(`${machine()}, ${rounds} of each after ${warmUp}, quorum ${quorum} of ${manifest.nodes.length} nodes\n`);
  const heads = ['settled()', 'p50 ms', 'p90 ms', 'requests to the gateway', 'to the ledger'];
  console.log(`${row(heads)}\n${row(heads.map(() => '---'))}`);
  for (const { name, samples } of variants) {
    const times = samples.map(({ ms }) => ms);
    const mean = (what) => fixed(samples.reduce((sum, one) => sum + one[what], 0) / samples.length, 1);
    console.log(row([name, fixed(quantile(times, 0.5), 0), fixed(quantile(times, 0.9), 0), mean('gateway'), mean('ledger')]));
  }
  await caller.close();
} finally {
  await world.close();
}
