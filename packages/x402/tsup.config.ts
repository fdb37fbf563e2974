import { library } from '../../tsup.base.js';

export default library(['src/index.ts', 'src/svm.ts'], { commonjs: true });
