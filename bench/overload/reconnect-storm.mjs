import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createCaller } from '../world/caller.mjs';
import { startWorldOnOwnLedger } from '../world/own-ledger.mjs';
import { createStreamOpener, keepStream } from './gateway-streams.mjs';
import { askFor } from './steady-caller.mjs';

const POLL_MS = 20;
const HEARD_WITHIN_MS = 2_000;
const BACK_TIMEOUT_MS = 120_000;
/** A storm takes no longer than so many times the first opening, when no node knows any gateway: the machine's own speed does not count. */
const MOST_OF_FIRST = 1.5;
const SLACK_SECONDS = 10;

/**
 * So many gateways, each from an address of its own, have a stream to every node. All lose all of them at once; then one node starts anew, and
 * has forgotten them. A caller asks for rounds meanwhile. Returns figures and what is wrong.
 */
export async function measureStorm({ gateways, seconds }) {
  const own = await startWorldOnOwnLedger();
  const kept = [];
  const ways = [];
  try {
    const manifest = await own.world.readManifest();
    const registered = await own.newGateways(gateways);
    console.error(`${gateways} gateways are registered`);
    for (const node of manifest.nodes) ways.push(await openWay(node));
    const counts = manifest.nodes.map(() => ({ open: 0, refusals: {} }));
    const openCount = () => counts.reduce((sum, { open }) => sum + open, 0);
    const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
    const quiet = await askFor(caller, manifest, { seconds });

    const all = gateways * manifest.nodes.length;
    const begin = () => {
      for (const [place, { account, secretKey }] of registered.entries()) {
        const open = createStreamOpener({ manifest, account, secretKey });
        for (const [index, { port }] of ways.entries())
          kept.push(
            keepStream(open, { index: manifest.nodes[index].index, origin: `http://${addressOf(place)}:${port}`, counts: counts[index] }),
          );
      }
    };
    const first = await during(begin, () => openCount() >= all, { caller, manifest, seconds });
    const cut = await during(
      () => ways.forEach((way) => way.cut()),
      () => openCount() >= all,
      { caller, manifest, seconds },
    );
    const restart = async () => {
      const body = JSON.stringify({ what: 'node', index: manifest.nodes[0].index });
      const answer = await fetch(`${manifest.controlUrl}/restart`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`the node was not restarted: ${answer.status}`);
    };
    const forgotten = await during(restart, () => openCount() >= all, { caller, manifest, seconds });
    await caller.close();

    const refusals = counts.map(({ refusals }) => refusals).reduce(sumOf, {});
    const phases = [['all open their streams', first], ['all lose them at once', cut], ['a node starts anew', forgotten]]; // prettier-ignore
    return {
      figures: [
        ['gateways', gateways],
        ['streams', all],
        ['p50 of a round without them, ms', quiet.p50],
        ...phases.flatMap(([what, { backSeconds, rounds }]) => [
          [`${what}: seconds until all are open`, backSeconds],
          [`… rounds served, and not`, `${rounds.served}, ${rounds.failed}`],
          [`… p50 of a round, ms`, rounds.p50],
        ]),
        ['refused openings', JSON.stringify(refusals)],
      ],
      wrong: phases.flatMap(([what, { backSeconds, rounds }]) => [
        ...(backSeconds > Math.min(BACK_TIMEOUT_MS / 1_000, MOST_OF_FIRST * first.backSeconds + SLACK_SECONDS)
          ? [`${what}: the streams took ${backSeconds.toFixed(1)} s to be open`]
          : []),
        ...(rounds.failed > 0 ? [`${what}: ${rounds.failed} rounds were not served`] : []),
      ]),
    };
  } finally {
    for (const stream of kept) stream.close();
    for (const way of ways) way.close();
    await own.close();
  }
}

async function during(act, isBack, { caller, manifest, seconds }) {
  const state = { isBack: false };
  const asking = askFor(caller, manifest, { seconds, isOver: () => state.isBack });
  const startMs = performance.now();
  await act();
  // The ends of streams are heard a little later.
  while (isBack() && performance.now() - startMs < HEARD_WITHIN_MS) await wait(POLL_MS);
  while (!isBack() && performance.now() - startMs < BACK_TIMEOUT_MS) await wait(POLL_MS);
  const backSeconds = (performance.now() - startMs) / 1_000;
  state.isBack = true;
  console.error(`all streams are open after ${backSeconds.toFixed(1)} s`);
  return { backSeconds, rounds: await asking };
}

/** An address of loopback for each gateway: nodes share their look-ups by address. */
function addressOf(place) {
  return `127.1.${Math.floor(place / 250)}.${(place % 250) + 1}`;
}

/** A way to a node that keeps the address of each client, and that can be cut. */
async function openWay({ url }) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  const server = createServer((incoming) => {
    const outgoing = connect({ host: hostname, port: Number(port), localAddress: incoming.localAddress });
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ]) {
      // prettier-ignore
      sockets.add(from);
      from.on('error', () => undefined);
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await once(server.listen(0, '0.0.0.0', 4_096), 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: server.address().port,
    cut,
    close() {
      server.close();
      cut();
    },
  };
}

function sumOf(sums, more) {
  return Object.fromEntries(
    [...new Set([...Object.keys(sums), ...Object.keys(more)])].map((name) => [name, (sums[name] ?? 0) + (more[name] ?? 0)]),
  );
}
