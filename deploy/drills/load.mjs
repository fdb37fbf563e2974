import { createAgent } from '../../bench/world/agent.mjs';
import { createCaller, priceConfig } from '../../bench/world/caller.mjs';
import { createPayer } from '../../bench/world/payer.mjs';

const EVERY_MS = 1_000;
/** A caller waits for its answer: on a slow machine it asks less often. */
const MAX_OPEN = 1;
const PAID_ROUNDS = 20_000;

/**
 * A light load: a round a second on each path, one at a time.
 *
 * @param {{ manifest: any }} input
 */
export async function startLoad({ manifest }) {
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  const agent = createAgent({ manifest, keyName: 'agentPayer' });
  const payer = await createPayer({ manifest, keyName: 'x402Payer' });
  await agent.payFor(PAID_ROUNDS);
  let source = priceConfig(manifest);
  const lanes = [
    startLane('subscription', async () => {
      const { status } = await caller.ask(caller.prepare(source));
      return status === 200;
    }),
    startLane('agent', async () => (await agent.ask(source)) !== undefined),
    startLane('x402', async () => (await payer.ask(await payer.prepare(source))) !== undefined),
  ];
  return {
    /** Asks from now on for this source; for the usual one without it. */
    askFor(apiConfig = priceConfig(manifest)) {
      source = apiConfig;
    },
    /** Rounds asked for and served since the last call, by path. */
    take: () => Object.fromEntries(lanes.map(({ name, take }) => [name, take()])),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await caller.close();
      await agent.close();
    },
  };
}

/**
 * Asks once a period until it is stopped. A round that is refused or not answered counts as not served.
 *
 * @param {string} name
 * @param {() => Promise<boolean>} serve whether a round was served
 * @param {{ everyMs?: number, maxOpen?: number }} [pace]
 */
export function startLane(name, serve, { everyMs = EVERY_MS, maxOpen = MAX_OPEN } = {}) {
  const open = new Set();
  let counts = { asked: 0, served: 0 };
  const timer = setInterval(() => {
    if (open.size >= maxOpen) return;
    counts.asked += 1;
    const round = serve()
      .then((isServed) => {
        if (isServed) counts.served += 1;
      })
      .catch(() => undefined)
      .finally(() => open.delete(round));
    open.add(round);
  }, everyMs);
  return {
    name,
    take() {
      const taken = counts;
      counts = { asked: 0, served: 0 };
      return taken;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
