import { build } from 'esbuild';

/**
 * The client as one script without imports, for a page that has no bundler of its own: a global named `oracleGateway`.
 * `platform: 'neutral'` makes every Node built-in an error, so nothing of Node can slip in.
 *
 * @param {{ conditions?: string[] }} [options]
 * @returns {Promise<string>}
 */
export async function bundleForBrowser({ conditions = [] } = {}) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '@oracle-gateway/client'`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'oracleGateway',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: [...conditions, 'browser', 'import'],
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error('esbuild wrote no file');
  return bundle.text;
}
