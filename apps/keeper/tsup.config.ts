import { appWithStandalone } from '../../tsup.base.js';

export default appWithStandalone(['src/main.ts', 'src/index.ts']);
