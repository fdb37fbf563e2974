import { library } from '../../tsup.base.js';

// app-config is private: what reads a key file comes with this package. Its sources are
// bundled, not its one built file: what is not used stays out.
export default library(['src/index.ts', 'src/main.ts'], {
  platform: 'node',
  target: 'node20',
  noExternal: ['@oracle-gateway/app-config'],
  esbuildOptions: (options) => {
    options.conditions = ['@oracle-gateway/source'];
  },
});
