// A subscriber with a source of its own, which answers with what is no answer: all of it costs a node time, or its good name, and a round fails.
import { setTimeout as wait } from 'node:timers/promises';
import { createCaller, fresh } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

/** So many rounds asked all nodes of a world of 13. */
const ROUNDS_OF_STATUS = 12;
/** The time of 40 honest rounds. */
const BETWEEN_MS = 10_000;

function configOf(path) {
  return ({ ownSources: [source] }) => ({ url: `http://${source}/${path}?${fresh()}`, method: 'GET' });
}

/** Rounds on a source of status 999 before each 40 of the honest caller: once, every node that was asked was blamed for it. */
async function askForStatus({ manifest, signal, counts }) {
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', localAddress: '127.0.9.1' });
  signal.addEventListener('abort', () => void caller.close());
  while (!signal.aborted) {
    for (let asked = 0; asked < ROUNDS_OF_STATUS && !signal.aborted; asked += 1) {
      const { status } = await caller.ask(caller.prepare(configOf('status')(manifest)));
      if (!signal.aborted) counts[status] = (counts[status] ?? 0) + 1;
    }
    await wait(BETWEEN_MS, undefined, { signal }).catch(() => undefined);
  }
}

function busy(path) {
  return askAgainAndAgain({ atOnce: 16, paceMs: 500, configOf: configOf(path) });
}

export const variants = [
  { key: 'h1', label: '12 rounds of status 999 before each 40', attack: askForStatus, needsSource: true },
  { key: 'h0', label: '16 rounds at once that fail at a plain answer, to compare with', attack: busy('price'), needsSource: true },
  { key: 'h2', label: '16 rounds at once, informational answers without end', attack: busy('informational'), needsSource: true },
  { key: 'h3', label: '… 256 KiB in chunks of one byte', attack: busy('pieces'), needsSource: true },
  { key: 'h4', label: '… the extension of a chunk without end', attack: busy('extension'), needsSource: true },
  { key: 'h5', label: '… 64 MiB in 64 KiB of gzip', attack: busy('bomb'), needsSource: true },
];
