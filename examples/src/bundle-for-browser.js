import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRY = fileURLToPath(new URL('browser.js', import.meta.url));

/**
 * One script without imports for a page. `platform: 'neutral'` makes every Node built-in an error, so nothing of Node can slip in.
 *
 * @param {{ format: 'esm' | 'iife', conditions?: string[] }} options with `iife` the page gets a global named `oracleGateway`
 * @returns {Promise<string>}
 */
export async function bundleForBrowser({ format, conditions = [] }) {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    write: false,
    format,
    ...(format === 'iife' ? { globalName: 'oracleGateway' } : {}),
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: [...conditions, 'browser', 'import'],
    target: 'es2022',
    legalComments: 'none',
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error('esbuild wrote no file');
  return bundle.text;
}
