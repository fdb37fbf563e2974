import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The name of the package whose program runs, without its scope, such as `settlement-worker`. */
export function serviceName(programPath: string | undefined): string {
  if (programPath === undefined || !existsSync(programPath)) return 'unknown';
  for (let folder = dirname(realpathSync(programPath)); ; folder = dirname(folder)) {
    const name = packageName(join(folder, 'package.json'));
    if (name !== undefined) return name.replace(/^@[^/]*\//, '');
    if (folder === dirname(folder)) return 'unknown';
  }
}

function packageName(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'name' in manifest ? String(manifest.name) : undefined;
}
