// Dry runs asked for without end: by strangers from 200 addresses, 100 a second, and by a subscriber that has 16 at once. They cost the attacker nothing.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  deriveSourceId,
  formatAddress,
  fromHex,
  parseAddress,
  parseApiConfig,
  simulateAuthHash,
  toHex,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { Agent, request } from '../world/undici.mjs';
import { createCaller, priceConfig, signerOf, slowConfig } from '../world/caller.mjs';

const PER_SECOND = 100;
const TICK_MS = 20;
/** Requests of the strangers that may wait for answers: they stay bounded attackers when the gateway falls behind. */
const MAX_WAITING = 500;
const ADDRESSES = Array.from({ length: 200 }, (_, index) => `127.0.9.${1 + index}`);
const AT_ONCE = 16;
/** So slow that each holds its place for a while. */
const SLOW_MS = 1_500;

export const variants = [
  { key: 'v1', label: '100 dry runs a second of strangers, from 200 addresses', attack: strangers },
  {
    key: 'v2',
    label: '16 dry runs at once of a subscriber, slow source',
    attack: knownCaller((manifest) => slowConfig(manifest, SLOW_MS), 1_000),
  },
  // It runs after v2, whose slow ones leave most of the minute's dry runs.
  { key: 'v3', label: '… as fast as they are answered', attack: knownCaller(priceConfig, 0) },
];

async function strangers({ manifest, signal, counts }) {
  const dispatchers = ADDRESSES.map((localAddress) => new Agent({ connections: 2, localAddress }));
  let [waiting, sent, due] = [0, 0, 0];
  const askOne = async () => {
    waiting += 1;
    await ask({ manifest, signal, counts, dispatcher: dispatchers[sent++ % dispatchers.length], apiConfig: priceConfig(manifest) });
    waiting -= 1;
  };
  const startMs = performance.now();
  const asking = setInterval(() => {
    const target = Math.floor(((performance.now() - startMs) / 1_000) * PER_SECOND);
    for (; due < target; due += 1) {
      if (waiting < MAX_WAITING) void askOne();
      else counts.heldBack = (counts.heldBack ?? 0) + 1;
    }
  }, TICK_MS);
  await once(signal, 'abort');
  clearInterval(asking);
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
}

/** Each of its places asks again as soon as it has an answer, but at most once in `paceMs`. */
function knownCaller(configOf, paceMs) {
  return async ({ manifest, signal, counts }) => {
    const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
    const sign = signerOf(manifest.keys.subscriptionOwner);
    const dispatcher = new Agent({ localAddress: '127.0.9.1' });
    const place = async () => {
      while (!signal.aborted) {
        const pace = wait(paceMs, undefined, { signal }).catch(() => undefined);
        const apiConfig = configOf(manifest);
        const authorization = authorizationOf({ manifest, apiConfig, owner: caller.owner, sign });
        await ask({ manifest, signal, counts, dispatcher, apiConfig, headers: { authorization } });
        await pace;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, place));
    await Promise.all([dispatcher.destroy(), caller.close()]);
  };
}

function authorizationOf({ manifest, apiConfig, owner, sign }) {
  const timestampSeconds = unixSeconds(Math.floor(Date.now() / 1_000));
  const hash = simulateAuthHash({
    deploymentId: fromHex(manifest.deploymentId, 32),
    gateway: parseAddress(manifest.gatewayPda),
    sourceId: deriveSourceId(parseApiConfig(apiConfig)),
    key: owner,
    owner,
    timestampSeconds,
  });
  return `Simulate ${formatAddress(owner)}.${timestampSeconds}.${toHex(sign(hash))}`;
}

async function ask({ manifest, signal, counts, dispatcher, apiConfig, headers = {} }) {
  let outcome = 'unanswered';
  try {
    const answer = await request(`${manifest.gatewayUrl}/v1/simulate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ apiConfig, signaturesRequired: 3 }),
      signal,
      dispatcher,
    });
    await answer.body.dump();
    outcome = answer.statusCode;
  } catch {
    // Counted as unanswered.
  }
  if (!signal.aborted) counts[outcome] = (counts[outcome] ?? 0) + 1;
}
