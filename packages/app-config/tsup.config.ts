import { library } from '../../tsup.base.js';

export default library(['src/index.ts', 'src/testing/index.ts'], { external: ['fast-check', 'vitest'] });
