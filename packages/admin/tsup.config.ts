import { library } from '../../tsup.base.js';

// app-config and vouching are private: what reads a key file and what asks nodes come with this package.
// Their sources are bundled, not their built files: what is not used stays out.
export default library(['src/index.ts', 'src/main.ts'], {
  platform: 'node',
  target: 'node20',
  noExternal: ['@oracle-gateway/app-config', '@oracle-gateway/vouching'],
  esbuildOptions: (options) => {
    options.conditions = ['@oracle-gateway/source'];
  },
});
