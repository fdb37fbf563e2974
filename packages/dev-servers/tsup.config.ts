import { app } from '../../tsup.base.js';

// The package has no declarations: who compiles against this package does so on its sources.
export default app(['src/index.ts']);
