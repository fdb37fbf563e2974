import { command } from '../../tsup.base.js';

export default command(['src/main.ts']);
