import { service } from '../../tsup.base.js';

export default service(['src/main.ts', 'src/index.ts']);
