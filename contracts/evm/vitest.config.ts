import { packageTests } from '../../vitest.base.js';

// Forge takes both cores by itself.
export default packageTests({ maxWorkers: 1 });
