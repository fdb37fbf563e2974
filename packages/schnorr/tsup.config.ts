import { library } from '../../tsup.base.js';

export default library(['src/index.ts', 'src/signing/index.ts', 'src/wasm/index.ts', 'src/native/index.ts'], { commonjs: true });
