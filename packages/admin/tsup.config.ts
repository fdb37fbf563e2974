import { library } from '../../tsup.base.js';

// app-config is private: what reads a key file comes with this package. Of its sources, and not of its one built file, what is not used
// stays out, such as the log and its library, which cannot run in a bundle.
export default library(['src/index.ts', 'src/main.ts'], {
  platform: 'node',
  target: 'node20',
  noExternal: ['@oracle-gateway/app-config'],
  esbuildOptions: (options) => {
    options.conditions = ['@oracle-gateway/source'];
  },
});
