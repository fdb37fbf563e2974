import { library } from '../../tsup.base.js';

export default library(['src/index.ts', 'src/stream/index.ts'], { commonjs: true });
