import { packageTests } from '../../vitest.base.js';

// Most of what these tests take is waiting: for leases, retries and limits of the worker.
export default packageTests({
  redis: true,
  globalSetup: [new URL('tests/support/bundle-worker.ts', import.meta.url).pathname],
  maxWorkers: 5,
  longest: [
    'tests/agent-rounds',
    'tests/adversary/faulty-rpc',
    'tests/crash',
    'src/pass/settlement-pass',
    'tests/worker-process',
    'tests/adversary/rollback',
    'src/pass/shared-transactions',
    'tests/adversary/wrong-clock',
  ],
});
