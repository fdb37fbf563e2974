import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder in which Node finds a package from another.
 *
 * @param {string} from folder of the package that asks
 * @param {string} asked name
 * @returns {string | null} null where Node finds nothing
 */
export function packageFolder(from, asked) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', asked);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
  }
  return null;
}
