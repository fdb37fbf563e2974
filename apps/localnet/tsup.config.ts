import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { app, fromSources, PRIVATE_PACKAGES } from '../../tsup.base.js';

const PROGRAM = 'artifacts/oracle_program.so';

export default app(['src/main.ts', 'src/index.ts', 'src/base/tie-to-parent.ts'], {
  splitting: true,
  noExternal: [...PRIVATE_PACKAGES, '@oracle-gateway/dev-servers', '@oracle-gateway/program'],
  esbuildOptions: fromSources,
  // `@oracle-gateway/program/artifact` finds the program beside the file that runs.
  onSuccess: async () => {
    const program = dirname(createRequire(import.meta.url).resolve('@oracle-gateway/program/package.json'));
    await mkdir(join('dist', dirname(PROGRAM)), { recursive: true });
    await copyFile(join(program, PROGRAM), join('dist', PROGRAM));
  },
});
