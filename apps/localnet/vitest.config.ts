import { packageTests } from '../../vitest.base.js';

// Several HTTP clients share the process's dispatcher here, and the order in which they are loaded decides whose it is.
export default packageTests({ testTimeoutMs: 60_000, isolate: true });
