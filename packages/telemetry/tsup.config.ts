import { library } from '../../tsup.base.js';

export default library(['src/register.ts'], { platform: 'node', target: 'node20' });
