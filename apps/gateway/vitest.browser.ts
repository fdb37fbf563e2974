import { packageTests } from '../../vitest.base.js';

const { test, ...config } = packageTests({ redis: true, testTimeoutMs: 60_000 });

/** Tests that need Chromium; `npm test` runs them where it is installed. */
export default { ...config, test: { ...test, include: ['tests/**/*.browser.ts'] } };
