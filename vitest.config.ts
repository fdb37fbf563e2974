import { fileURLToPath } from 'node:url';
import { alikeSuites } from './scripts/workspace.mjs';
import { packageTests } from './vitest.base.js';

const root = fileURLToPath(new URL('.', import.meta.url));

// The suites of all packages that are configured alike, for a run that loads each module once for all of them.
export default packageTests({
  include: alikeSuites(root).flatMap((folder) => [`${folder}/src/**/*.test.{ts,tsx}`, `${folder}/tests/**/*.test.ts`]),
});
