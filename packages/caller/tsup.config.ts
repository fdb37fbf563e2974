import { library } from '../../tsup.base.js';

export default library(['src/index.ts', 'src/command/index.ts', 'src/feeds/index.ts', 'src/settings.ts'], {
  platform: 'node',
  target: 'node20',
});
