import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packageFileOf = createRequire(import.meta.url).resolve;

/**
 * Path of an app's program. The repository has one that holds its dependencies, which starts in a quarter of the time; a published app has
 * not.
 */
export function programOf(app: 'gateway' | 'oracle-node' | 'settlement-worker' | 'keeper'): string {
  const built = distOf(app);
  const standalone = join(built, 'standalone', 'main.js');
  return existsSync(standalone) ? standalone : join(built, 'main.js');
}

/** URL of the module that ends an app with this process. */
export function tieToParentUrl(): string {
  return pathToFileURL(join(distOf('localnet'), 'base', 'tie-to-parent.js')).href;
}

function distOf(name: string): string {
  return join(dirname(packageFileOf(`@oracle-gateway/${name}/package.json`)), 'dist');
}
