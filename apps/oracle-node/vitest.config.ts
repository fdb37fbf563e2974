import type { ViteUserConfig } from 'vitest/config';
import { packageTests } from '../../vitest.base.js';

/**
 * The contract of the operations and a hostile gateway, over HTTP and over a stream. The other files are about HTTP itself, or about what lies
 * behind both.
 */
const OVER_BOTH = [
  'access',
  'limits',
  'lists',
  'observing',
  'one-exchange',
  'planted-secrets',
  'round',
  'rotation',
  'tolerance-round',
  'vouching',
  'adversary/clocks',
  'adversary/hostile-sets',
  'adversary/nonces-in-advance',
  'adversary/nonces',
  'adversary/rotated-key',
  'adversary/gateway-rotation',
  'adversary/stamps',
].map((name) => `tests/${name}.test.ts`);

/** Files whose sources are fetched in real threads too, whose program is built for them. */
const IN_THREADS = ['paid-sources', 'planted-secrets', 'source-threads.property', 'adversary/greedy-readers'].map(
  (name) => `tests/${name}.test.ts`,
);

const { test: { include = [], ...test } = {}, ...shared } = packageTests();

const config: ViteUserConfig = {
  ...shared,
  test: {
    ...test,
    // A thread that grows is ended alone only with Node's own sizes: more room for new objects exceeds what V8 leaves it to end.
    execArgv: [],
    projects: [
      {
        extends: true,
        test: {
          name: 'http',
          include,
          exclude: ['tests/source-threads.property.test.ts'],
          provide: { transport: 'http', threads: 'here' },
        },
      },
      { extends: true, test: { name: 'stream', include: OVER_BOTH, provide: { transport: 'stream', threads: 'here' } } },
      {
        extends: true,
        test: {
          name: 'threads',
          include: IN_THREADS,
          provide: { transport: 'http', threads: 'apart' },
          globalSetup: ['tests/build-thread.ts'],
        },
      },
    ],
  },
};

export default config;
