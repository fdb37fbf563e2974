import type { ViteUserConfig } from 'vitest/config';
import { packageTests } from '../../vitest.base.js';

// Vitest hands `ssr.resolve.conditions` to Node for every dependency. With `import` among them, a CommonJS `require('is-promise')` inside
// Express' router gets that package's ES module, which is no function. Vite itself applies `import` and `default` without being told.
const conditions = ['@oracle-gateway/source', 'node'];

const config: ViteUserConfig = { ...packageTests({ redis: true }), ssr: { resolve: { conditions, externalConditions: conditions } } };

export default config;
