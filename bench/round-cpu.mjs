#!/usr/bin/env node
// What a round costs in CPU time, process by process, as the kernel counts it. Starts a world of its own (the built apps); Linux only.
// usage: node bench/round-cpu.mjs [--rounds 400] [--concurrency 8] [--quorum 3] [--owner otherOwner]
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, row } from './world/figures.mjs';

/** Units of the times in /proc/<pid>/stat (USER_HZ). */
const MS_PER_TICK = 10;
/** Ms a round in the first build: noble for all curve operations, one task for each settlement. At quorum 3 of 5, eight at once. */
const FIRST_BUILD = { gateway: 12.1, node: 10.5, worker: 9.8 };
const WARM_UP_ROUNDS = 40;
/** Settlements go on for a moment after the last answer. */
const SETTLE_MS = 5_000;

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '400' },
    concurrency: { type: 'string', default: '8' },
    quorum: { type: 'string', default: '3' },
    owner: { type: 'string', default: 'otherOwner' },
  },
});
const [rounds, concurrency, quorum] = [Number(flags.rounds), Number(flags.concurrency), Number(flags.quorum)];

const world = await startBuiltWorld();
try {
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: flags.owner, signaturesRequired: quorum });
  await serve(caller, manifest, WARM_UP_ROUNDS);
  const { gateway, worker, nodes } = manifest.pids;
  const before = await cpuOf([gateway, ...worker, ...nodes]);
  const startMs = performance.now();
  await serve(caller, manifest, rounds);
  const seconds = (performance.now() - startMs) / 1_000;
  await wait(SETTLE_MS);
  const after = await cpuOf([gateway, ...worker, ...nodes]);
  await caller.close();

  const spentMs = (pids) => pids.reduce((sum, pid) => sum + after.get(pid) - before.get(pid), 0);
  const askedPerRound = Math.min(quorum + manifest.redundancyBuffer, nodes.length);
  console.log(`${machine()}; ${rounds} rounds at quorum ${quorum} of ${nodes.length}, ${concurrency} at once, ${fixed(seconds, 1)} s\n`);
  const line = (name, nowMs, firstMs) => row([name, fixed(firstMs, 1), fixed(firstMs / 2, 2), fixed(nowMs, 2)]);
  console.log(row(['process', 'first build, CPU ms a round', 'half of it', 'now']));
  console.log(row(['---', '---', '---', '---']));
  console.log(line('gateway', spentMs([gateway]) / rounds, FIRST_BUILD.gateway));
  console.log(line(`each of the ${askedPerRound} nodes asked`, spentMs(nodes) / rounds / askedPerRound, FIRST_BUILD.node));
  console.log(line('settlement worker', spentMs(worker) / rounds, FIRST_BUILD.worker));
} finally {
  await world.close();
}

/** Asks for so many rounds; every answer must be 200 and its signature verify. */
async function serve(caller, manifest, count) {
  let left = count;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const round = caller.prepare(priceConfig(manifest));
      const answer = await caller.ask(round);
      if (answer.status !== 200 || !caller.verifies(round, answer))
        throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, ask));
}

/** User and system time of each process since its start, ms. */
async function cpuOf(pids) {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // The command's name, in parentheses, may hold spaces; utime and stime are the 12th and 13th fields after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [pid, (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK];
    }),
  );
  return new Map(times);
}
