import { library } from '../../tsup.base.js';

// app-config is private: what reads a key file comes with this package.
export default library(['src/index.ts', 'src/main.ts'], { platform: 'node', target: 'node20', noExternal: ['@oracle-gateway/app-config'] });
