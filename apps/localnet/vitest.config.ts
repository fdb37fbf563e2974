import { packageTests } from '../../vitest.base.js';

// Several HTTP clients share the process's dispatcher here, and the order in which they are loaded decides whose it is.
// Most of what a test of a whole world takes is waiting, so that more files run side by side than there are CPUs.
export default packageTests({
  testTimeoutMs: 60_000,
  isolate: true,
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
