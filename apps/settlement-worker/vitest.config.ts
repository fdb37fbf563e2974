import { packageTests } from '../../vitest.base.js';

export default packageTests({ redis: true, testTimeoutMs: 60_000 });
