import { packageTests } from '../../vitest.base.js';

// A process has one tracer, which the file that is loaded first decides on.
export default packageTests({ isolate: true });
