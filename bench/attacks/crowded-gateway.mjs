// A subscriber, an agent and a payer per request each ask for as many rounds as a gateway runs at once. The source answers after 9 s.
import { setTimeout as wait } from 'node:timers/promises';
import { createAgent } from '../world/agent.mjs';
import { slowConfig } from '../world/caller.mjs';
import { createPayer } from '../world/payer.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

const SLOW_MS = 9_000;
const PACE_MS = 1_000;
const ROUNDS_OF_THE_ESCROW = 500;

export const variants = [{ key: 's', label: '160 slow rounds of a subscriber, an escrow and a payer', warmUpSeconds: 6, attack: crowd }];

async function crowd(world) {
  const { manifest } = world;
  const configOf = () => slowConfig(manifest, SLOW_MS);
  const agent = createAgent({ manifest, keyName: 'agentPayer' });
  await agent.payFor(ROUNDS_OF_THE_ESCROW);
  const payer = await createPayer({ manifest, keyName: 'x402Payer' });
  const payAndAsk = async () => payer.ask(await payer.prepare(configOf()));
  await Promise.all([
    askAgainAndAgain({ atOnce: 100, paceMs: PACE_MS, configOf })(world),
    ...Array.from({ length: 40 }, () => repeat(() => agent.ask(configOf()), 'agent', world)),
    ...Array.from({ length: 20 }, () => repeat(payAndAsk, 'payer', world)),
  ]);
  agent.close();
}

async function repeat(work, name, { signal, counts }) {
  while (!signal.aborted) {
    const outcome = await Promise.race([
      work().then(
        () => 'served',
        () => 'refused',
      ),
      once(signal),
    ]);
    if (!signal.aborted) counts[`${name} ${outcome}`] = (counts[`${name} ${outcome}`] ?? 0) + 1;
    await wait(PACE_MS, undefined, { signal }).catch(() => undefined);
  }
}

function once(signal) {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
