import { setTimeout as wait } from 'node:timers/promises';
import { createAgent } from '../../bench/world/agent.mjs';
import { createCaller, priceConfig } from '../../bench/world/caller.mjs';
import { createPayer } from '../../bench/world/payer.mjs';
import { builtInProvider } from '../../packages/providers/dist/index.js';

const PAID_ROUNDS = 20_000;
/** Rounds of one path under way at once, and the time between two of them. */
const PATHS = {
  subscription: { everyMs: 200, maxOpen: 8 },
  agent: { everyMs: 500, maxOpen: 2 },
  x402: { everyMs: 1_000, maxOpen: 2 },
  provider: { everyMs: 1_000, maxOpen: 2 },
};
const PAUSE_MS = 50;
/** A refusal that names the version to ask under: it leaves the request as good as it was. */
const STALE = 'stale_registry_version';

/**
 * Callers of every path who ask on, whatever happens, and of a source with the gateway's own credential. No request is repeated, but for one that was
 * told a later registry version.
 *
 * @param {{ manifest: any }} input
 */
export async function startRotationLoad({ manifest: given }) {
  const manifest = { ...given };
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  const agent = createAgent({ manifest, keyName: 'agentPayer' });
  const payer = await createPayer({ manifest, keyName: 'x402Payer' });
  await agent.payFor(PAID_ROUNDS);
  const { apiConfig: keyed } = builtInProvider('coingecko').flows.find(({ credential }) => credential.mode === 'caller').feeds[0];

  const asSubscriber = async (source) => {
    const { status, text, roundId } = await caller.ask(caller.prepare(source));
    if (status !== 200) throw new Error(`${status} ${text}`);
    lastRoundId = roundId;
  };
  const serves = {
    subscription: () => asSubscriber(priceConfig(manifest)),
    agent: () => agent.ask(priceConfig(manifest)),
    x402: async () => payer.ask(await payer.prepare(priceConfig(manifest))),
    provider: () => asSubscriber(keyed),
  };
  const open = new Set();
  let lastRoundId;
  let isPaused = false;
  let asked = 0;
  let failures = [];
  let servedAtMs = Date.now();
  let longestGapMs = 0;

  const serve = async (path) => {
    try {
      await serves[path]();
    } catch (error) {
      const [, version] = error.message.includes(STALE) ? (/"registryVersion":(\d+)/.exec(error.message) ?? []) : [];
      if (version === undefined) throw error;
      manifest.registryVersion = Number(version);
      await serves[path]();
    }
  };
  const ask = async (path) => {
    asked += 1;
    try {
      await serve(path);
      longestGapMs = Math.max(longestGapMs, Date.now() - servedAtMs);
      servedAtMs = Date.now();
    } catch (error) {
      failures.push(`${path}: ${error.message.slice(0, 300)}`);
    }
  };
  const timers = Object.entries(PATHS).map(([path, { everyMs, maxOpen }]) => {
    const own = new Set();
    return setInterval(() => {
      if (isPaused || own.size >= maxOpen) return;
      const round = ask(path).finally(() => [open, own].forEach((rounds) => rounds.delete(round)));
      [open, own].forEach((rounds) => rounds.add(round));
    }, everyMs);
  });

  return {
    /** Rounds since the last call: how many were asked for, the failed ones, and the longest time in which none was served. */
    take() {
      const taken = { asked, failures, longestGapMs };
      [asked, failures, longestGapMs] = [0, [], 0];
      return taken;
    },
    /** The id of a subscriber's round that is served from now on. */
    async roundId() {
      const before = lastRoundId;
      while (lastRoundId === before) await wait(PAUSE_MS);
      return lastRoundId;
    },
    /** No round is under way meanwhile. */
    async whilePaused(work) {
      isPaused = true;
      await Promise.all(open);
      await work();
      servedAtMs = Date.now();
      isPaused = false;
    },
    async stop() {
      timers.forEach((timer) => clearInterval(timer));
      await Promise.all(open);
      await caller.close();
      await agent.close();
    },
  };
}
