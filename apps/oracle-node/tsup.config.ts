import { service } from '../../tsup.base.js';

export default service(['src/main.ts', 'src/index.ts'], { threads: ['src/source/threads/source-thread.ts'] });
