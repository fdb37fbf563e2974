import { packageTests } from '../../vitest.base.js';

export default packageTests({ testTimeoutMs: 60_000 });
