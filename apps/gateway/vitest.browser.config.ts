import { packageTests } from '../../vitest.base.js';

// Tests that need Chromium; `npm test` runs them where it is installed.
export default packageTests({ redis: true, include: ['tests/**/*.browser.ts'] });
