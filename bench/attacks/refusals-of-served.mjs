// A caller that has one round a minute served sends bodies of 35 KB that are refused, on 24 connections of the same address.
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from '../world/undici.mjs';
import { createCaller, priceConfig } from '../world/caller.mjs';

const ADDRESS = '127.0.9.1';
const CONNECTIONS = 24;
const BODY_BYTES = 35_000;
const ROUND_EVERY_MS = 30_000;

export const variants = [{ key: 'w', label: 'refused bodies of 35 KB from an address with a served round', attack: refused }];

async function refused({ manifest, signal, counts }) {
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', localAddress: ADDRESS });
  const dispatcher = new Agent({ connections: CONNECTIONS, localAddress: ADDRESS });
  const body = JSON.stringify({ apiConfig: { url: 'https://example.com', selector: Array(BODY_BYTES / 2).fill(1) } });
  const count = (name) => (counts[name] = (counts[name] ?? 0) + 1);
  const serve = async () => {
    while (!signal.aborted) {
      const { status } = await caller.ask(caller.prepare(priceConfig(manifest)));
      count(`round ${status}`);
      await wait(ROUND_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const lane = async () => {
    while (!signal.aborted) {
      try {
        const answer = await request(`${manifest.gatewayUrl}/v1/round/execute`, { method: 'POST', body, signal, dispatcher });
        await answer.body.dump();
        count(answer.statusCode);
      } catch {
        count('failed');
      }
    }
  };
  await Promise.all([serve(), ...Array.from({ length: CONNECTIONS }, lane)]);
  await dispatcher.destroy();
}
