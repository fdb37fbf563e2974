import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports lie below the range of outgoing connections (32,768 and up), so that none of those takes the port before it is used. They lie above
 * 10,080, the highest port that `fetch` refuses.
 */
const FIRST = 10_081;
const LAST = 32_000;
const MAX_TRIES = 100;

/** A port of 127.0.0.1 on which a program can be told to listen. */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = FIRST + Math.floor(random() * (LAST - FIRST));
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`no free port found in ${FIRST}..${LAST} after ${MAX_TRIES} tries`);
}
