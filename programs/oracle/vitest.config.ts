import { packageTests } from '../../vitest.base.js';

// The largest of them send hundreds of transactions, on a machine that others use too.
export default packageTests();
