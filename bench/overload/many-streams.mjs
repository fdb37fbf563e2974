import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBuiltWorld } from '../world/built-world.mjs';
import { createCaller } from '../world/caller.mjs';
import { readMetrics } from '../world/metrics.mjs';
import { createStreamOpener } from './gateway-streams.mjs';
import { rssOf } from './growth.mjs';
import { askFor } from './steady-caller.mjs';

const AT_ONCE = 32;
const STREAMS = /^oracle_node_streams (\d+)$/gm;
const MOST_KIB_A_STREAM = 64;
const CLOSED_TIMEOUT_MS = 60_000;

/** Opens so many streams at one node and holds them while a caller asks for rounds. Returns figures and what is wrong. */
export async function holdManyStreams({ streams, seconds }) {
  const world = await startBuiltWorld();
  try {
    const manifest = await makeRoom(world, streams);
    const folder = dirname(world.manifestPath);
    const secretKey = JSON.parse(await readFile(join(folder, 'keys', 'gateway.json'), 'utf8'));
    const open = createStreamOpener({ manifest, secretKey });
    const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
    const [node] = manifest.nodes;
    const [pid] = manifest.pids.nodes;
    const openNow = async () => (await readMetrics(node.metricsUrl))(STREAMS);
    const before = await askFor(caller, manifest, { seconds });
    const [restMib, restStreams] = [await rssOf(pid), await openNow()];

    const startMs = performance.now();
    const held = [];
    let [left, failed, ended] = [streams, 0, 0];
    const lane = async () => {
      while (left > 0) {
        left -= 1;
        await open({ index: node.index, origin: new URL(node.url).origin, onClosed: () => (ended += 1) }).then(
          (stream) => held.push(stream),
          () => (failed += 1),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const openSeconds = (performance.now() - startMs) / 1_000;
    const beside = await askFor(caller, manifest, { seconds });
    const [heldMib, heldStreams] = [await rssOf(pid), await openNow()];
    const kibEach = ((heldMib - restMib) * 1_024) / streams;
    const endedBefore = ended;

    await Promise.all(held.map((stream) => stream.close(0)));
    const deadlineMs = performance.now() + CLOSED_TIMEOUT_MS;
    while ((await openNow()) > restStreams && performance.now() < deadlineMs) await wait(200);
    const leftOpen = (await openNow()) - restStreams;
    await caller.close();
    return {
      figures: [
        ['streams opened', held.length],
        ['… a second', held.length / openSeconds],
        ['open at the node', heldStreams - restStreams],
        ['KiB of the node each', kibEach],
        ['MiB of the node at rest', restMib],
        ['… with all of them', heldMib],
        ['p50 of a round before, ms', before.p50],
        ['p50 beside them, ms', beside.p50],
        ['left open after their end', leftOpen],
      ],
      wrong: [
        ...(failed + endedBefore > 0 ? [`${failed} streams were not opened, ${endedBefore} ended`] : []),
        ...(heldStreams - restStreams < streams ? ['the node holds fewer streams than were opened'] : []),
        ...(before.failed + beside.failed > 0 ? [`${before.failed + beside.failed} rounds were not served`] : []),
        ...(kibEach > MOST_KIB_A_STREAM ? [`a stream takes more than ${MOST_KIB_A_STREAM} KiB`] : []),
        ...(beside.p50 > 2 * before.p50 ? ['rounds take more than twice as long beside the streams'] : []),
        ...(leftOpen > 0 ? ['the node keeps streams that have ended'] : []),
      ],
    };
  } finally {
    await world.close();
  }
}

/** Three quarters of a node's connections are for gateways. */
async function makeRoom(world, streams) {
  const path = join(dirname(world.manifestPath), 'config', 'node-0.toml');
  const text = await readFile(path, 'utf8');
  const limit = `max_connections = ${Math.ceil((streams + 512) / 0.75)}\n`;
  const withLimit = /^\[limits\]$/m.test(text) ? text.replace(/^\[limits\]\n/m, `[limits]\n${limit}`) : `${text}\n[limits]\n${limit}`;
  await writeFile(path, withLimit, { mode: 0o600 });
  const { controlUrl } = await world.readManifest();
  const answer = await fetch(`${controlUrl}/restart`, { method: 'POST', body: JSON.stringify({ what: 'node', index: 0 }) });
  if (!answer.ok) throw new Error(`the node was not restarted: ${answer.status} ${await answer.text()}`);
  return world.readManifest();
}
