import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAgent } from '../../bench/world/agent.mjs';
import { createCaller, priceConfig } from '../../bench/world/caller.mjs';
import { createPayer } from '../../bench/world/payer.mjs';
import { startLane } from './load.mjs';

const PAID_ROUNDS = 20_000;
const LIST_SOURCES = 4;
const PACE = { everyMs: 400, maxOpen: 6 };
const OK = 200;
const LISTED = 10;
/** A round that was answered has exactly one of these conclusions. */
const CONCLUDED = ['final', 'paid', 'overturned', 'lapsed'];

/**
 * Callers of every path who ask on, whatever happens. Each round that was answered is remembered.
 *
 * @param {{ manifest: any }} input
 */
export async function startRememberedLoad({ manifest }) {
  const subscriber = createCaller({ manifest, keyName: 'subscriptionOwner' });
  const listCaller = createCaller({ manifest, keyName: 'otherOwner' });
  const agent = createAgent({ manifest, keyName: 'agentPayer' });
  const payer = await createPayer({ manifest, keyName: 'x402Payer' });
  await agent.payFor(PAID_ROUNDS);
  const asked = async (caller, source) => {
    const { status, roundId } = await caller.ask(caller.prepare(source));
    return status === OK ? roundId : null;
  };
  const list = () => Array.from({ length: LIST_SOURCES }, () => priceConfig(manifest));
  /** Each answers the id of a round; null, or an error, where it is not served. */
  const paths = {
    subscription: () => asked(subscriber, priceConfig(manifest)),
    list: () => asked(listCaller, list()),
    agent: () => agent.ask(priceConfig(manifest)),
    x402: async () => payer.ask(await payer.prepare(priceConfig(manifest))),
  };
  const answered = Object.fromEntries(Object.keys(paths).map((path) => [path, []]));
  const lanes = Object.entries(paths).map(([path, ask]) =>
    startLane(
      path,
      async () => {
        const roundId = await ask();
        if (roundId === null) return false;
        answered[path].push(roundId);
        return true;
      },
      PACE,
    ),
  );
  return {
    /** Ends the load; answers the ids of the answered rounds by path, and how many rounds were asked for. */
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
      for (const caller of [subscriber, listCaller, agent]) await caller.close();
      return { answered, asked: Object.fromEntries(lanes.map(({ name, take }) => [name, take().asked])) };
    },
  };
}

/** Whether the books have exactly one conclusion of each round that was answered. Names the others. */
export async function isEachBookedOnce(folder, answered) {
  const conclusions = await conclusionsOf(folder);
  const known = new Set(Object.values(answered).flat());
  const wrong = Object.entries(answered).flatMap(([path, ids]) => {
    const faults = ids.filter((id) => conclusions.get(id)?.length !== 1);
    console.log(`${path}: ${ids.length} rounds answered, ${ids.length - faults.length} booked exactly once`);
    return faults.map(
      (id) => `${path} round ${id} was answered, and the books have ${conclusions.get(id)?.join(' and ') ?? 'nothing'} of it`,
    );
  });
  for (const line of wrong.slice(0, LISTED)) console.log(line);
  if (wrong.length > LISTED) console.log(`… ${wrong.length - LISTED} more`);
  const unheard = [...conclusions.keys()].filter((id) => !known.has(id)).length;
  console.log(`booked, and its caller has no answer, or is the keeper: ${unheard}`);
  return wrong.length === 0;
}

async function conclusionsOf(folder) {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name));
  const found = new Map();
  for (const file of files) {
    for (const line of (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n')) {
      const { round, kind } = JSON.parse(line);
      if (CONCLUDED.includes(kind)) found.set(round, [...(found.get(round) ?? []), kind]);
    }
  }
  return found;
}
