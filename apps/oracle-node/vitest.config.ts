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

const { test: { include = [], ...test } = {}, ...shared } = packageTests();

const config: ViteUserConfig = {
  ...shared,
  test: {
    ...test,
    projects: [
      { extends: true, test: { name: 'http', include, provide: { transport: 'http' } } },
      { extends: true, test: { name: 'stream', include: OVER_BOTH, provide: { transport: 'stream' } } },
    ],
  },
};

export default config;
