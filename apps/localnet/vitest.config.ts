import { defineConfig } from 'vitest/config';

import { packageTests } from '../../vitest.base.js';

// Most of what a test of a whole world takes is waiting, so that more files run side by side than there are CPUs.
const { test, ...sources } = packageTests({
  // Each project names its own.
  include: [],
  maxWorkers: 3,
  globalSetup: [new URL('tests/e2e/start-turns.ts', import.meta.url).pathname],
  longest: [
    'tests/e2e/gated-worker-world',
    'tests/e2e/payment-kills',
    'tests/e2e/launcher',
    'tests/e2e/client-world',
    'tests/e2e/ordinary-world',
  ],
});

/** A world is of built apps, so its tests import the built packages too: Node loads those itself, at a fraction of the cost. */
const BUILT = { server: { deps: { external: [/\/(?:packages|apps|contracts|programs)\/[^/]+\/dist\//] } } };

// Several HTTP clients share the process's dispatcher, and the order in which they are loaded decides whose it is. A file of a world decides
// for itself. Files of parts share their modules, after the set-up has decided for all.
export default defineConfig({
  test: {
    ...test,
    projects: [
      { extends: true, test: { name: 'worlds', include: ['tests/**/*.test.ts'], isolate: true, ...BUILT } },
      {
        ...sources,
        extends: true,
        test: { name: 'parts', include: ['src/**/*.test.ts'], isolate: false, setupFiles: ['tests/node-fetch.ts'] },
      },
    ],
  },
});
