import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { spawnTied } from '@oracle-gateway/dev-servers';

/** Starts a program of this folder that prints its url once it listens; it ends with this process at the latest. */
export async function startOwnProcess(name) {
  const child = spawnTied(process.execPath, [fileURLToPath(new URL(name, import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url };
}
