import { library } from '../../tsup.base.js';

export default library(['src/index.ts', 'src/errors.ts', 'src/events.ts', 'src/internal.ts', 'src/parsers.ts', 'src/testing.ts'], {
  commonjs: true,
});
