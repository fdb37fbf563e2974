// A payer without money sends one payment again and again on 70 connections.
import { Agent, request } from '../world/undici.mjs';
import { priceConfig } from '../world/caller.mjs';
import { createPayer } from '../world/payer.mjs';

const CONNECTIONS = 70;

export const variants = [{ key: 't', label: 'one payment of an empty account, on 70 connections', attack: repeat }];

async function repeat({ manifest, signal, counts }) {
  const payer = await createPayer({ manifest, keyName: 'emptyPayer' });
  const { body, headers } = await payer.prepare(priceConfig(manifest));
  const dispatcher = new Agent({ connections: CONNECTIONS, localAddress: '127.0.9.1' });
  const lane = async () => {
    while (!signal.aborted) {
      try {
        const answer = await request(`${manifest.gatewayUrl}/v1/x402/execute`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          signal,
          dispatcher,
        });
        await answer.body.dump();
        counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
      } catch {
        counts.failed = (counts.failed ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  await dispatcher.destroy();
}
