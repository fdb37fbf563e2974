import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'tsup';

/** Reads documented.mjs from the TypeScript sources: bundled with everything it imports into a folder of its own, which is removed. */
export async function loadDocumented(root) {
  const folder = await mkdtemp(join(tmpdir(), 'oracle-gateway-docs-'));
  try {
    await build({
      config: false,
      entry: { documented: join(root, 'scripts', 'docs', 'documented.mjs') },
      tsconfig: join(root, 'tsconfig.base.json'),
      outDir: folder,
      format: 'esm',
      outExtension: () => ({ js: '.mjs' }),
      platform: 'node',
      target: 'node20',
      noExternal: [/.*/],
      splitting: false,
      silent: true,
      // CommonJS inside the bundle asks for Node's own modules.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      esbuildOptions: (options) => {
        options.conditions = ['@oracle-gateway/source'];
      },
    });
    return await import(pathToFileURL(join(folder, 'documented.mjs')).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
