import { app } from '../../tsup.base.js';

export default app(['src/main.ts', 'src/index.ts', 'src/base/tie-to-parent.ts']);
