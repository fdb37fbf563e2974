import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The build puts the pages beside `dist/main.js`, which is one folder above `dist/standalone/main.js`. */
const PLACES = ['./pages/', '../pages/'];

/**
 * Folder of the pages that come with the gateway: `explorer` and `swagger-ui-dist`.
 *
 * @param builtFile URL of the file that runs
 */
export function bundledPages(builtFile: string = import.meta.url): string {
  const [beside = '', above = ''] = PLACES.map((place) => fileURLToPath(new URL(place, builtFile)));
  return existsSync(beside) ? beside : above;
}
