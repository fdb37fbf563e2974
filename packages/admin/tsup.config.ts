import { library } from '../../tsup.base.js';

// caller and vouching are private: the command line and what asks nodes come with this package.
// Their sources are bundled, not their built files: what is not used stays out.
export default library(['src/index.ts', 'src/main.ts'], {
  platform: 'node',
  target: 'node20',
  noExternal: ['@oracle-gateway/caller', '@oracle-gateway/vouching'],
  esbuildOptions: (options) => {
    options.conditions = ['@oracle-gateway/source'];
  },
});
