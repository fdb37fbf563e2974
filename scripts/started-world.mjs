import { once } from 'node:events';
import { join } from 'node:path';
import { spawnTied } from '../packages/dev-servers/src/spawn-tied.mjs';

/** The launcher's last line: from here on it waits. */
const STAYS = 'Ctrl-C stops everything';

/**
 * Starts the world of `npm start` for a check. Its public feeds have values once its demo has ended. It needs a build.
 *
 * @param {string} root
 * @param {{ state: string }} input `state` is the folder of its keys, logs and manifest
 * @returns {Promise<{ manifest: string, stop: () => Promise<void> }>} `manifest` is a path
 */
export async function startWorld(root, { state }) {
  const command = [join(root, 'apps', 'localnet', 'dist', 'main.js'), '--port', '0', '--state', state];
  const world = spawnTied(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(world, 'exit');
  let printed = '';
  for await (const text of world.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.includes(STAYS)) break;
  }
  if (!printed.includes(STAYS)) throw new Error(`the world ended:\n${printed}`);
  const stop = async () => {
    world.kill('SIGTERM');
    await exited;
  };
  return { manifest: join(state, 'manifest.json'), stop };
}
