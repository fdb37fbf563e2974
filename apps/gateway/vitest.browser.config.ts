import { packageTests } from '../../vitest.base.js';

// Tests that need Chromium; `npm run test:all` runs them where it is installed.
export default packageTests({ redis: true, include: ['tests/**/*.browser.ts'] });
