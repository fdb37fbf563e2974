import { library } from '../../tsup.base.js';

export default library(['src/index.ts', 'src/feeds/index.ts'], { platform: 'node', target: 'node20' });
